import type { Agent, AgentId } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import type { Effect } from '../agent/effect.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Event } from '../event/event.ts';
import type { Moment } from './guards.ts';
import { stoppedBy } from './guards.ts';
import type { Run, Trigger } from './run.ts';
import { runEnded, runOf } from './run.ts';

/** The runs by id. */
export type Runs = ReadonlyMap<string, Run>;

/** One agent before and after an event. */
export interface Change {
  readonly before: Agent | undefined;
  readonly after: Agent | undefined;
}

/** What makes a run act; a signal ends it instead. */
type Acting = Exclude<Moment['occasion'], 'signal'>;

const triggers: Readonly<Record<Acting, Trigger>> = {
  prompt: 'on_prompt',
  idle: 'on_idle',
  quiet: 'on_idle',
  error: 'on_error',
  dead: 'on_dead',
};

/** What an event means to the supervised runs. It reads rows and never changes one. */
export function triggerRuns(
  runs: Runs,
  event: Event,
  changes: readonly Change[],
): { runs: Runs; effects: Effect[] } {
  if (runs.size === 0) {
    return { runs, effects: [] };
  }
  const root = agentId(event.program, event.session);
  if (event.type === 'signalled') {
    return signalRun(runs, event, root);
  }
  let next = worksAgain(runs, root, changes);
  const effects: Effect[] = [];
  const known = changes.every(({ before, after }) => after?.id !== root || before !== undefined);
  for (const occasion of occasionsOf(event, root, changes)) {
    const run = runOf(next, root);
    if (run && !stoppedBy({ agent: root, known, occasion, run })) {
      effects.push({ type: 'triggerRun', run: run.id, trigger: triggers[occasion], agent: root });
      next =
        occasion === 'error' || occasion === 'dead' ? next : withRun(next, { ...run, standing: occasion });
    }
  }
  return { runs: next, effects };
}

function signalRun(runs: Runs, event: Event & { type: 'signalled' }, root: AgentId) {
  const run = runOf(runs, root);
  if (!run || stoppedBy({ agent: root, known: true, occasion: 'signal', run })) {
    return { runs, effects: [] };
  }
  const ended = event.signal === 'complete';
  const next: Run = { ...run, signal: event.signal, ...(ended ? { status: 'done' } : {}) };
  return { runs: withRun(runs, next), effects: ended ? [{ type: 'endRun' as const, run: run.id }] : [] };
}

function occasionsOf(event: Event, root: AgentId, changes: readonly Change[]): readonly Acting[] {
  const own = changes.find(({ after }) => after?.id === root);
  const occasions: Acting[] = [];
  for (const { before, after } of changes) {
    const known = new Set(before ? decisionsOf(before).map(({ id }) => id) : []);
    const opened = after ? decisionsOf(after).filter(({ id }) => !known.has(id)) : [];
    occasions.push(...opened.map(() => 'prompt' as const));
  }
  const { before, after } = own ?? {};
  const moved = after !== undefined && before?.state.kind !== after.state.kind;
  if (after?.state.kind === 'idle' && tellsIdle(event)) {
    occasions.push(event.evidence === 'hook' ? 'idle' : 'quiet');
  } else if (after?.state.kind === 'failed' && moved) {
    occasions.push('error');
  } else if (moved && (after.state.kind === 'exited' || after.state.kind === 'gone')) {
    occasions.push('dead');
  }
  return occasions;
}

function tellsIdle(event: Event): boolean {
  return (
    event.child === undefined &&
    ['turnEnded', 'idleNoticed', 'quietNoticed', 'idleRead', 'turnInterrupted'].includes(event.type)
  );
}

function worksAgain(runs: Runs, root: AgentId, changes: readonly Change[]): Runs {
  const run = runOf(runs, root);
  const works = changes.some(({ after }) => after?.id === root && after.state.kind === 'working');
  if (!run?.standing || !works || runEnded(run) || run.agent !== root) {
    return runs;
  }
  const { standing: _, ...rest } = run;
  return withRun(runs, rest);
}

function withRun(runs: Runs, run: Run): Runs {
  return new Map(runs).set(run.id, run);
}

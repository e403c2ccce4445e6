import type { AgentId } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Change, Effect } from '../agent/effect.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Event } from '../event/event.ts';
import type { Moment } from './guards.ts';
import { stoppedBy } from './guards.ts';
import type { Run, Trigger } from './run.ts';
import { runEnded, runOf } from './run.ts';

type Runs = AgentsState['runs'];

/** What became of the rows in a step. */
export interface Rows {
  readonly changes: readonly Change[];
  /** Whether the conversation or one of its subagents still asks. */
  readonly asks: boolean;
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
  state: AgentsState,
  event: Event,
  rows: Rows,
): { runs: Runs; effects: readonly Effect[] } {
  const root = agentId(event.program, event.session);
  if (event.type === 'signalled') {
    return signalRun(state.runs, event);
  }
  if (state.runs.size === 0 || rows.changes.length === 0) {
    return { runs: state.runs, effects: [] };
  }
  let runs = overAgain(followProcess(state, event, root, rows), root, rows);
  const effects: Effect[] = [];
  const known = rows.changes.every(({ before, after }) => after?.id !== root || before !== undefined);
  for (const occasion of occasionsOf(event, root, rows.changes)) {
    const run = runOf(runs, root);
    if (run && !stoppedBy({ agent: root, known, occasion, run })) {
      effects.push({ type: 'triggerRun', run: run.id, trigger: triggers[occasion], agent: root });
      runs =
        occasion === 'error' || occasion === 'dead' ? runs : withRun(runs, { ...run, standing: occasion });
    }
  }
  return { runs, effects };
}

/** A signal counts whatever is known of the agent's row: the agent speaks for its run. */
function signalRun(runs: Runs, event: Event & { type: 'signalled' }): { runs: Runs; effects: Effect[] } {
  const agent = agentId(event.program, event.session, event.child?.id);
  const run = runOf(runs, agent);
  const old = run?.signalAt !== undefined && event.at <= run.signalAt;
  if (!run || old || stoppedBy({ agent, known: true, occasion: 'signal', run })) {
    return { runs, effects: [] };
  }
  const ended = event.signal === 'complete';
  const next: Run = {
    ...run,
    signal: event.signal,
    signalAt: event.at,
    ...(ended ? { status: 'done' } : {}),
  };
  return { runs: withRun(runs, next), effects: ended ? [{ type: 'endRun', run: run.id }] : [] };
}

/** A run follows its agent's process: a cleared conversation goes on under another id. */
function followProcess(
  { agents, tombstones, runs }: AgentsState,
  event: Event,
  root: AgentId,
  { changes }: Rows,
): Runs {
  const pid = event.facts?.pid;
  if (pid === undefined) {
    return runs;
  }
  const cleared = event.type === 'sessionStarted' && event.source === 'clear';
  const same = (id: AgentId) => (agents.get(id)?.facts.pid ?? tombstones.get(id)?.pid) === pid;
  const left = (id: AgentId) =>
    changes.some(({ before, after }) => event.type !== 'sessionEnded' && before?.id === id && !after);
  const run = [...runs.values()].find(
    ({ agent }) => agent !== root && same(agent) && (cleared || left(agent)),
  );
  return run && !runEnded(run)
    ? withRun(runs, { ...run, agent: root, former: [...run.former, run.agent] })
    : runs;
}

function occasionsOf(event: Event, root: AgentId, changes: readonly Change[]): readonly Acting[] {
  const known = new Set(changes.flatMap(({ before }) => decisionsOf(before)).map(({ id }) => id));
  const opened = changes.flatMap(({ after }) => decisionsOf(after)).filter(({ id }) => !known.has(id));
  const occasions: Acting[] = opened.map(() => 'prompt');
  if (
    event.type === 'sessionEnded' &&
    !goesOn(event.reason) &&
    changes.some(({ before }) => before?.id === root)
  ) {
    occasions.push('dead');
  }
  const { before, after } = changes.find((change) => change.after?.id === root) ?? {};
  const moved = after !== undefined && before?.state.kind !== after.state.kind;
  if (after?.state.kind === 'idle' && tellsIdle(event)) {
    occasions.push(event.evidence === 'hook' ? 'idle' : 'quiet');
  } else if (moved && after.state.kind === 'failed') {
    occasions.push('error');
  } else if (moved && (after.state.kind === 'exited' || after.state.kind === 'gone')) {
    occasions.push('dead');
  }
  return occasions;
}

/** Whether the process lives on in another conversation. */
function goesOn(reason: string | undefined): boolean {
  return reason === 'clear' || reason === 'resume';
}

function tellsIdle(event: Event): boolean {
  return (
    event.child === undefined &&
    ['turnEnded', 'idleNoticed', 'quietNoticed', 'idleRead', 'turnInterrupted'].includes(event.type)
  );
}

/** What the run acted on is over: the agent works again, or nobody asks any more. */
function overAgain(runs: Runs, root: AgentId, { changes, asks }: Rows): Runs {
  const run = runOf(runs, root);
  if (!run?.standing || runEnded(run) || run.agent !== root) {
    return runs;
  }
  const works = changes.some(({ after }) => after?.id === root && after.state.kind === 'working');
  const over = run.standing === 'prompt' ? !asks : works;
  if (!over) {
    return runs;
  }
  const { standing: _, ...rest } = run;
  return withRun(runs, rest);
}

function withRun(runs: Runs, run: Run): Runs {
  return new Map(runs).set(run.id, run);
}

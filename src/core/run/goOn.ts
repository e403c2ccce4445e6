import type { AgentId } from '../agent/agent.ts';
import type { Event } from '../event/event.ts';
import type { Run } from './run.ts';
import { runEnded } from './run.ts';
import type { RunStepped } from './runEffect.ts';
import { settled, withoutDecision } from './runSteps.ts';
import type { Rows } from './triggerRuns.ts';

/** How long after a nudge work is the nudge's own doing. */
const nudgeEchoMs = 60_000;

/** What an event of its agents means to a run besides what it acts on: what it waited for may be over. */
export function goOn(run: Run, event: Event, root: AgentId, rows: Rows): RunStepped {
  if (run.leaving === root && isTurnEnd(event)) {
    const { leaving, ...rest } = run;
    return { run: rest, effects: [{ type: 'endAgent', run: run.id, agent: leaving }] };
  }
  if (runEnded(run) || run.agent !== root) {
    return { run, effects: [] };
  }
  const works = rows.changes.some(({ after }) => after?.id === root && after.state.kind === 'working');
  const steps = [heard(event), newTurn(event), promptOver(rows), ...(works ? [working(event.at)] : [])];
  return { run: steps.reduce((now, step) => step(now), run), effects: [] };
}

type Change = (run: Run) => Run;

function isTurnEnd({ type, child }: Event): boolean {
  return child === undefined && (type === 'turnEnded' || type === 'turnFailed');
}

/** An agent that was started is there. */
function heard({ type }: Event): Change {
  const isEnd = type === 'processEnded' || type === 'processLost' || type === 'sessionEnded';
  return (run) => (run.pending?.kind === 'start' && !isEnd ? settled(run) : run);
}

function newTurn({ type, child }: Event): Change {
  return (run) => (type === 'promptSubmitted' && !child && run.blocks > 0 ? { ...run, blocks: 0 } : run);
}

/** What the agent asked was answered, or is asked no more. */
function promptOver({ prompts }: Rows): Change {
  return (run) => {
    const { standing, ...rest } = run;
    const now = standing === 'prompt' && prompts.size === 0 ? rest : run;
    const about = now.decision?.prompt;
    const gates = now.gates.filter(({ prompt }) => prompt === undefined || prompts.has(prompt));
    const left = gates.length === now.gates.length ? now : { ...now, gates };
    return about !== undefined && !prompts.has(about) ? resumed(left) : left;
  };
}

/** The agent works again: nobody has to tell it to. */
function working(at: number): Change {
  return (run) => {
    const { standing, pending, ...rest } = run;
    const isWait = pending?.kind === 'grace' || pending?.kind === 'cooldown';
    const now: Run = {
      ...rest,
      ...(standing === 'prompt' ? { standing } : {}),
      ...(pending && !isWait ? { pending } : {}),
      gates: run.gates.some(({ prompt }) => prompt === undefined)
        ? run.gates.filter(({ prompt }) => prompt !== undefined)
        : run.gates,
    };
    const changed = isWait || (standing !== undefined && standing !== 'prompt') || now.gates !== run.gates;
    const echoes = run.nudgedAt !== undefined && at - run.nudgedAt < nudgeEchoMs;
    const waits = run.status === 'waiting' && run.decision?.prompt === undefined;
    return waits && !echoes ? resumed(now) : changed ? now : run;
  };
}

/** The person, or the agent, went on without an answer to the run; everything counts anew. */
function resumed(run: Run): Run {
  const { signal, ...rest } = withoutDecision(run);
  return { ...rest, ...(signal === 'escalate' || signal === undefined ? {} : { signal }), attempts: {} };
}

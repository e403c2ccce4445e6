import { agentId } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { AgentState } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import type { Event } from '../event/event.ts';
import { clip } from '../text.ts';
import { stoppedBy } from './guards.ts';
import type { Run } from './run.ts';
import { runOf } from './run.ts';
import { contextOf } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import type { Leaves } from './runSteps.ts';
import { advance, escalate, settled, withoutDecision } from './runSteps.ts';

/** More than a person reads before they decide. */
const longestMessage = 4000;

/** An agent mostly signals from inside of its turn, which is to come to its end. */
function leavesOf(state: AgentState | undefined): { leaves?: Leaves } {
  if (!state) {
    return { leaves: 'unheard' };
  }
  if (hasEnded(state)) {
    return {};
  }
  return { leaves: state.kind === 'idle' || state.kind === 'failed' ? 'now' : 'withTurn' };
}

/** What a signal does. It counts whatever is known of the agent's row: the agent speaks for its run. */
export function signalRun(
  { agents, runs }: AgentsState,
  event: Event & { type: 'signalled' },
): RunStepped | undefined {
  const agent = agentId(event.program, event.session, event.child?.id);
  const known = runOf(runs, agent);
  const { signalAt } = known ?? {};
  // Nothing keeps an agent from being done: neither what it said before, nor a clock that was set back since.
  const old = event.signal !== 'complete' && signalAt !== undefined && event.at <= signalAt;
  if (!known || old || stoppedBy({ agent, known: true, occasion: 'signal', run: known })) {
    return undefined;
  }
  const { pending } = known;
  // A person, or a rule of theirs, ends it: what the agent says with its last breath does not undo that.
  if (pending?.kind === 'end' && (event.signal !== 'complete' || pending.then === 'fail')) {
    return undefined;
  }
  const run: Run = { ...known, signal: event.signal, signalAt: event.at };
  switch (event.signal) {
    case 'complete':
      return advance(run, event.at, leavesOf(agents.get(agent)?.state));
    case 'continue':
      return { run: run.decision?.source === 'signal' ? withoutDecision(run) : run, effects: [] };
    case 'escalate': {
      const line = clip(event.message?.trim() ?? '', longestMessage) || 'The agent asked for a person.';
      const context = contextOf(line, agents.get(agent));
      return run.decision?.prompt
        ? { run, effects: [] }
        : escalate(settled(run), event.at, { source: 'signal', trigger: 'signal', context });
    }
  }
}

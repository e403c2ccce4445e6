import { agentId } from '../agent/agent.ts';
import { promptsOf } from '../agent/agents.ts';
import type { AgentState, Prompt } from '../agent/state.ts';
import type { Event } from '../event/event.ts';
import { clip } from '../text/clip.ts';
import type { RunScene } from './actOn.ts';
import { stoppedBy } from './guards.ts';
import type { KnownRuns } from './knownRuns.ts';
import { holdBack, takeTurns, withoutSignal } from './laterPrompts.ts';
import { met } from './met.ts';
import type { Run } from './run.ts';
import { runOf } from './run.ts';
import { contextOf } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import type { Leaves } from './runSteps.ts';
import { advance, escalate, settled, withoutDecision } from './runSteps.ts';
import { isProgram, isWrapped } from './wrapped.ts';

/** More than a person reads before they decide. */
const longestMessage = 4000;

/** An agent mostly signals from inside of its turn, which is to come to its end; what runs it has no turns. */
function leavesOf(run: Run, state: AgentState | undefined): { leaves?: Leaves } {
  switch (state?.kind) {
    case undefined:
    case 'prompting':
      return { leaves: 'soon' };
    case 'working':
      return { leaves: 'withTurn' };
    case 'idle':
    case 'failed':
      return { leaves: 'now' };
    case 'exited':
    case 'gone':
      return isWrapped(run) ? { leaves: 'soon' } : {};
  }
}

/** An agent that speaks was started, whether or not there is a row of it. */
function spoke(run: Run, hasRow: boolean): Run {
  return run.pending?.kind === 'start' && !hasRow ? { ...settled(run), rowless: true } : run;
}

/** What a signal does. It counts whatever is known of the agent's row: the agent speaks for its run. */
export function signalRun(all: KnownRuns, event: Event & { type: 'signalled' }): RunStepped | undefined {
  const speaker = agentId(event.program, event.session, event.child?.id);
  const { agents, runs } = all;
  const own = [...runs.values()].find((run) => isProgram(run, speaker));
  const known = own ?? runOf(runs, speaker);
  // A program that runs agents speaks for the one it runs now.
  const agent = own?.agent ?? speaker;
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
  const row = agents.get(agent);
  const run: Run = { ...spoke(known, row !== undefined), signalAt: event.at };
  switch (event.signal) {
    case 'complete':
      return advance(run, event.at, leavesOf(run, row?.state));
    case 'continue': {
      const prompts = promptsOf(all.family(agent));
      // That it says so is no movement.
      const now = row && { ...row, lastActivityAt: Math.max(row.lastActivityAt, event.at) };
      return goesOn(run, prompts, { at: event.at, agent: now, stops: false });
    }
    case 'escalate': {
      const line = clip(event.message?.trim() ?? '', longestMessage) || 'The agent asked for you.';
      const context = contextOf(line, row);
      return run.decision?.prompt
        ? { run: holdBack(run, { context }), effects: [] }
        : escalate(withoutSignal(run), event.at, { source: 'signal', trigger: 'signal', context });
    }
  }
}

/** The agent takes back that it asked for a person: what else it asked has its turn, or it is idle for a while now. */
function goesOn(known: Run, prompts: readonly Prompt[], scene: RunScene): RunStepped {
  const run: Run = { ...withoutSignal(known), signal: 'continue' };
  if (run.decision?.source !== 'signal') {
    return { run, effects: [] };
  }
  const { standing, ...free } = withoutDecision(run);
  const now =
    standing === 'idle' || standing === 'quiet' ? free : { ...free, ...(standing ? { standing } : {}) };
  return takeTurns(now, prompts, scene) ?? met(now, prompts, scene) ?? { run: now, effects: [] };
}

import type { AgentId } from '../agent/agent.ts';
import type { Occasion } from '../agent/precedence.ts';
import { outranks } from '../agent/precedence.ts';
import type { Run } from './run.ts';
import { runEnded } from './run.ts';

/** Something that may make a run act. */
export interface Moment {
  readonly agent: AgentId;
  /** Whether the agent was known before this event. */
  readonly known: boolean;
  readonly occasion: Occasion | 'error' | 'dead';
  readonly run: Run | undefined;
  /** The agent waits to be told whether its turn may end. */
  readonly stops?: boolean;
}

/** One reason why a moment makes no run act. */
export interface Guard {
  readonly name: string;
  readonly holds: (moment: Moment) => boolean;
}

const wants = (moment: Moment) => moment.occasion === 'prompt' || isIdle(moment.occasion);

function isIdle(occasion: Moment['occasion']): occasion is 'idle' | 'quiet' {
  return occasion === 'idle' || occasion === 'quiet';
}

/**
 * The guards, in order; the first that holds stops the action. They stop actions only: the row follows every
 * event whatever they say.
 */
export const guards: readonly Guard[] = [
  { name: 'unknown agent: adopted, nothing done', holds: ({ known }) => !known },
  { name: 'nobody supervises it', holds: ({ run }) => run === undefined },
  { name: 'the run has ended', holds: ({ run }) => run !== undefined && runEnded(run) },
  {
    name: 'the agent is no longer the current one of its run',
    holds: ({ run, agent }) => run !== undefined && run.agent !== agent,
  },
  {
    name: 'the run has signalled already',
    holds: (moment) => wants(moment) && moment.run?.signal !== undefined && moment.run.signal !== 'continue',
  },
  {
    name: 'the run waits on a decision already',
    holds: (moment) => wants(moment) && moment.run?.status === 'waiting',
  },
  {
    name: 'the run is in the middle of something',
    holds: ({ occasion, run }) =>
      // One that was started and not heard yet: these are the last words of the process before it.
      (['end', 'start'].includes(run?.pending?.kind ?? '') && occasion !== 'dead' && occasion !== 'signal') ||
      (run?.status === 'waiting' && occasion === 'error'),
  },
  {
    name: 'it is idle already, or a stronger occasion stands',
    holds: ({ occasion, run, stops }) =>
      isIdle(occasion) &&
      !(stops && run?.pending?.kind === 'grace') &&
      run?.standing !== undefined &&
      (isIdle(run.standing) || !outranks(occasion, run.standing)),
  },
];

/** The guard that stops the moment, if any. */
export function stoppedBy(moment: Moment): Guard | undefined {
  return guards.find((guard) => guard.holds(moment));
}

import type { AgentId } from '../agent/agent.ts';
import type { Run } from './run.ts';
import type { Choice, Gate } from './runDecision.ts';

/** What happens to a run besides the events of its agents. */
export type RunInput = {
  readonly run: Run['id'];
  readonly at: number;
} /** Its first agent is to be started. */ & (
  | { readonly type: 'begun' }
  /** Somebody else supervised it, who is gone; what happened meanwhile nobody tells again. */
  | { readonly type: 'takenOver' /** What its agents do is known by now. */; readonly late?: true }
  /** Who was to start the agent is gone, and never began to. */
  | { readonly type: 'neverStarted'; readonly launch: number }
  /** A folder was made for the agent that is being started. */
  | { readonly type: 'placeMade'; readonly launch: number; readonly folder: string }
  | { readonly type: 'agentStarted'; readonly agent: AgentId; readonly folder: string }
  | { readonly type: 'startFailed'; readonly reason: string }
  /**
   * The wait of `run.pending` until `dueAt` is over; `at` may be before that where the clock was set back meanwhile.
   * `movedAt`: when the transcript grew last since the wait began, or somebody may have typed into the terminal.
   */
  | { readonly type: 'timeCame'; readonly dueAt: number; readonly movedAt?: number }
  /** The process of an agent is gone, whoever ended it. */
  | {
      readonly type: 'agentEnded';
      readonly agent: AgentId;
      /** Which start of an agent this is the end of, where it is known. */
      readonly launch?: number;
      readonly code?: number;
    }
  /** A text could not be typed; `said`: a person's words, and to whom, which may be said later. */
  | {
      readonly type: 'typingFailed';
      readonly reason: string;
      /** It would fail in the same way the next time. */
      readonly lasting?: true;
      readonly said?: { readonly agent: AgentId; readonly text: string };
    }
  /** Nothing can be typed to the agent here: its conversation is to go on with the text in another process. */
  | { readonly type: 'typingImpossible'; readonly text: string }
  /** A gate is over; without a code it was ended because it took too long, or could not be started. */
  | {
      readonly type: 'gateFinished';
      readonly gate: string;
      readonly command: string;
      readonly code?: number;
      readonly output: string;
    }
  /** A prompt could not be answered as the rule says; `gate`: whose yes could not be given. */
  | {
      readonly type: 'answerFailed';
      readonly prompt: string;
      readonly reason: string;
      readonly gate?: Gate;
    }
  | {
      readonly type: 'chosen';
      readonly decision: string;
      readonly choice: Choice;
      readonly message?: string;
    }
  /** A person ended the run. */
  | { readonly type: 'cancelled' }
);

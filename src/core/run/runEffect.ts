import type { AgentId } from '../agent/agent.ts';
import type { Answer } from '../decision/answer.ts';
import type { Run } from './run.ts';
import type { Gate } from './runDecision.ts';

/** What the outside has to do for a run, as data. Timers are no effects: they are read off `run.pending`. */
export type RunEffect =
  /** Starts the agent of the step the run is at; with `resume`, the conversation of that agent goes on. */
  | {
      readonly type: 'startAgent';
      readonly run: Run['id'];
      readonly launch: number;
      readonly resume?: AgentId;
      readonly message?: string;
    }
  /**
   * Ends the process of an agent, after a while where that is said, and tells when it is gone; with `launch`, all that
   * this start of the run's agent began.
   */
  | {
      readonly type: 'endAgent';
      readonly run: Run['id'];
      readonly agent: AgentId;
      readonly launch?: number;
      readonly afterMs?: number;
    }
  /** Refuses the end of the turn that was just told of: the agent goes on with this text. */
  | { readonly type: 'blockStop'; readonly run: Run['id']; readonly agent: AgentId; readonly text: string }
  /** Types a text into the agent's terminal, if it is proven and nobody asks there. `ofPerson`: what a person says. */
  | {
      readonly type: 'typeText';
      readonly run: Run['id'];
      readonly agent: AgentId;
      readonly text: string;
      readonly ofPerson?: true;
    }
  | {
      readonly type: 'runGate';
      readonly run: Run['id'];
      readonly gate: string;
      readonly command: string;
      readonly folder: string;
      readonly timeoutMs: number;
    }
  /** Answers a prompt of the agent as the person's rule or choice says. `gate`: whose yes it is. */
  | {
      readonly type: 'answerPrompt';
      readonly run: Run['id'];
      readonly prompt: string;
      readonly answer: Answer;
      readonly gate?: Gate;
    }
  /** A line for the log: fixed phrases, nothing an agent wrote. */
  | { readonly type: 'noteRun'; readonly run: Run['id']; readonly text: string }
  | { readonly type: 'endRun'; readonly run: Run['id'] };

/** A run after a step, and what has to be done about it. */
export interface RunStepped {
  readonly run: Run;
  readonly effects: readonly RunEffect[];
}

import type { AgentId } from '../../core/agent/agent.ts';
import type { Launch } from '../../core/run/launch.ts';
import type { Run } from '../../core/run/run.ts';
import type { AgentHub } from '../hub/agentHub.ts';

/** Where and as what an agent is started. */
export interface Start extends Launch {
  readonly run: Run;
  readonly agent: AgentId;
  readonly folder: string;
  /** Whether the run still wants it: to be asked right before the process begins, since a start may have to wait. */
  readonly isWanted: () => boolean;
}

/** What the crew needs of its surroundings: a window with terminals, or a command line in one. */
export interface CrewPorts {
  readonly hub: AgentHub;
  readonly claudeDir: string;
  /** Starts an agent; why that cannot be, or nothing. `exited` is told when the process is gone. */
  readonly start: (start: Start, exited: (code?: number) => void) => Promise<string | undefined>;
  /** Tells when the agent that a run had before it was taken over is gone, where that can be seen. */
  readonly follow?: (run: Run, exited: (code?: number) => void) => void;
  /** Whether the agent that a run had before it was taken over is known to live, though nothing is heard of it. */
  readonly lives?: (run: Run) => Promise<boolean>;
  /**
   * Types a text into an agent's terminal and sends it; why that cannot be, or nothing. Where nothing can ever be
   * typed it is missing: then the conversation goes on with the text in another process.
   */
  readonly type?: (agent: AgentId, text: string) => Promise<string | undefined>;
  /** Ends an agent that has no known process. */
  readonly close: (agent: AgentId) => Promise<void>;
  /** Makes sure that agents in a new folder are heard. */
  readonly prepare: (folder: string) => Promise<void>;
  /** Whether commands of the workspace may run. */
  readonly trusted: () => boolean;
  /** Tells the person something about a run. */
  readonly say: (run: Run, sentence: string) => void;
  /** One line for the log: fixed phrases only. */
  readonly log: (line: string) => void;
}

/** Hears what came of something that a run wanted done. */
export type Tell = (told: CrewInput) => unknown;
type CrewInput =
  | { type: 'takenOver'; run: string }
  | { type: 'placeMade'; run: string; launch: number; folder: string }
  | { type: 'agentStarted'; run: string; agent: AgentId; folder: string }
  | { type: 'startFailed'; run: string; reason: string }
  | { type: 'agentEnded'; run: string; agent: AgentId; launch?: number; code?: number }
  | { type: 'typingFailed'; run: string; reason: string; text?: string }
  | { type: 'typingImpossible'; run: string; text: string }
  | { type: 'gateFinished'; run: string; gate: string; command: string; code?: number; output: string }
  | { type: 'answerFailed'; run: string; prompt: string; reason: string };

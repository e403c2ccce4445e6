import type { AgentId } from '../../core/agent/agent.ts';
import type { Launch } from '../../core/run/launch.ts';
import type { Run } from '../../core/run/run.ts';
import type { Gate } from '../../core/run/runDecision.ts';
import type { AgentHub } from '../hub/agentHub.ts';
import type { AgentProgram, Env } from '../programNode.ts';

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
  /** The agent programs that can be started, and by which variables their files are found. */
  readonly programs: readonly AgentProgram[];
  readonly env: Env;
  /** Starts an agent; why that cannot be, or nothing. `exited` is told when the process is gone. */
  readonly start: (start: Start, exited: (code?: number) => void) => Promise<string | undefined>;
  /** Tells when the agent that a run had before it was taken over is gone, where that can be seen. */
  readonly follow?: (run: Run, exited: (code?: number) => void) => void;
  /** Ends that, and the same of an agent that was started here. */
  readonly unfollow?: (run: Run) => void;
  /** Whether the agent that a run had before it was taken over is known to live, though nothing is heard of it. */
  readonly lives?: (run: Run) => Promise<boolean>;
  /** Whether the newest start of a run's agent that was taken over had begun; where it is missing that is not known. */
  readonly hasBegun?: (run: Run) => Promise<boolean>;
  /** Whether the shell of that start ever ran; where it is missing that is not known. */
  readonly hasRun?: (run: Run) => Promise<boolean>;
  /** Which agent that start was of, where that is known though its run was not told of it. */
  readonly begun?: (run: Run) => Promise<Pick<Start, 'agent' | 'folder'> | undefined>;
  /** How long after a take-over an agent may stay unheard before it counts as dead; ten seconds unless said. */
  readonly silenceMs?: number;
  /** How long the request of a prompt may take to come; ten seconds unless said. */
  readonly requestMs?: number;
  /** How long what was said may take to be written down by a living agent; five seconds unless said. */
  readonly writtenMs?: number;
  /**
   * Types a text into an agent's terminal and sends it; why that cannot be, or nothing. Where nothing can ever be
   * typed it is missing: then the conversation goes on with the text in another process.
   */
  readonly type?: (agent: AgentId, text: string) => Promise<Untyped | undefined>;
  /** Ends an agent that has no known process; with `start`, all that this start of a run's agent began. */
  readonly close: (agent: AgentId, start?: { run: Run['id']; launch: number }) => Promise<void>;
  /** Makes sure that agents in the worktree that was made for a run are heard. */
  readonly prepare: (worktree: string, run: Run) => Promise<void>;
  /** Whether commands of the workspace may run. */
  readonly trusted: () => boolean;
  /** Tells the person something about a run. */
  readonly say: (run: Run, sentence: string) => void;
  /** One line for the log: fixed phrases only. */
  readonly log: (line: string) => void;
}

/** Why a text could not be typed, in a sentence; `lasting` where it could not be the next time either. */
export interface Untyped {
  readonly reason: string;
  readonly lasting?: true;
}

/** Hears what came of something that a run wanted done. */
export type Tell = (told: CrewInput) => unknown;
type CrewInput =
  | { type: 'takenOver'; run: string; late?: true }
  | { type: 'neverStarted'; run: string; launch: number }
  | { type: 'placeMade'; run: string; launch: number; folder: string }
  | { type: 'agentStarted'; run: string; agent: AgentId; folder: string }
  | { type: 'startFailed'; run: string; reason: string }
  | { type: 'agentEnded'; run: string; agent: AgentId; launch?: number; code?: number }
  | ({ type: 'typingFailed'; run: string; said?: { agent: AgentId; text: string } } & Untyped)
  | { type: 'typingImpossible'; run: string; text: string }
  | { type: 'gateFinished'; run: string; gate: string; command: string; code?: number; output: string }
  | { type: 'answerFailed'; run: string; prompt: string; reason: string; gate?: Gate };

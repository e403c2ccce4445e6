import type { AgentFacts } from './agentFacts.ts';
import type { Ask } from './ask.ts';
import type { AgentError } from './errorClass.ts';
import type { Reply } from './reply.ts';

/** Where a fact comes from; strength is declared in `agent/precedence.ts`. */
export type Evidence = 'hook' | 'sessionFile' | 'process' | 'transcript';

/** What an agent says about its own run. */
export type Signal = 'complete' | 'escalate' | 'continue';

/** Why a conversation began. */
export type SessionSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork' | 'other';

/** How a decision ends. `withdrawn`: the prompt went away without an answer of ours. */
export type DecisionOutcome = 'approved' | 'denied' | 'answered' | 'escalated' | 'withdrawn';

/** What happened, program-neutral, in the past tense. */
export type Happening =
  /** `prompted`: its program starts it only once there is a prompt, so it works. */
  | { readonly type: 'sessionStarted'; readonly source: SessionSource; readonly prompted?: true }
  | { readonly type: 'sessionEnded'; readonly reason?: string }
  | { readonly type: 'promptSubmitted' }
  | {
      readonly type: 'toolStarted';
      readonly tool: string;
      readonly callId?: string;
      readonly input?: unknown;
      /** Set for the tools that are themselves a question or a plan. */
      readonly ask?: Ask;
      /** The program tells of it only once it may start: what was asked about it is answered. */
      readonly allowed?: true;
    }
  | {
      readonly type: 'toolFinished';
      /** Missing where only the call is known, as in a transcript. */
      readonly tool?: string;
      readonly callId?: string;
      readonly input?: unknown;
      readonly failed: boolean;
    }
  | { readonly type: 'toolBatchFinished' }
  | { readonly type: 'toolRefused'; readonly tool: string; readonly callId?: string }
  | {
      readonly type: 'promptShown';
      readonly ask: Ask;
      /** It is known that something is asked, not by whom or what exactly. */
      readonly generic: boolean;
      readonly callId?: string;
      /** What can be said to it from here; all that there is where this is missing, and nothing where it is empty. */
      readonly replies?: readonly Reply[];
      /** When it is left to the agent's own prompt, which is not shown before that. */
      readonly givesWayAt?: number;
    }
  | { readonly type: 'promptStood'; readonly prompt: string }
  | { readonly type: 'promptClosed' }
  | {
      readonly type: 'turnEnded';
      /** The agent waits to be told whether it may end. */
      readonly waits?: boolean;
      /** What goes on in the background, by id (a subagent's own); missing where the program does not say. */
      readonly background?: readonly string[];
    }
  | { readonly type: 'turnFailed'; readonly error: AgentError }
  | { readonly type: 'turnInterrupted' }
  | { readonly type: 'idleNoticed' }
  | { readonly type: 'quietNoticed' }
  | { readonly type: 'workNoticed'; readonly detail?: string }
  | { readonly type: 'busyRead'; readonly detail?: string }
  | { readonly type: 'idleRead' }
  | { readonly type: 'waitingRead'; readonly ask: Ask }
  /** Only the facts that count tokens: it says nothing about what the agent does, or that it does anything. */
  | { readonly type: 'usageRead' }
  /** A person looked at the conversation, as by going to its terminal. The agent knows nothing of it. */
  | { readonly type: 'seen' }
  | { readonly type: 'subagentStarted' }
  | { readonly type: 'subagentStopped' }
  | { readonly type: 'compactionStarted'; readonly trigger: 'manual' | 'auto' }
  | { readonly type: 'compactionFinished'; readonly trigger: 'manual' | 'auto' }
  | { readonly type: 'setupStarted' }
  | { readonly type: 'processEnded'; readonly code?: number }
  | { readonly type: 'processLost' }
  | { readonly type: 'signalled'; readonly signal: Signal; readonly message?: string }
  | {
      readonly type: 'decisionSettled';
      readonly decision: string;
      readonly outcome: DecisionOutcome;
      /** A person changed what was asked before they approved it. */
      readonly edited?: true;
    }
  | { readonly type: 'noted' };

/** Who an event is about, when it happened, and how it became known. */
export interface EventHead {
  /** Random and unique; the same event delivered twice carries the same id. */
  readonly id: string;
  /**
   * Milliseconds since the epoch: the relay's start where there was one, else arrival. Never later than arrival:
   * whoever hears of it cuts it there, or a clock ahead of ours would silence the row.
   */
  readonly at: number;
  readonly program: string;
  readonly session: string;
  readonly child?: { readonly id: string; readonly type?: string };
  readonly evidence: Evidence;
  /** An end of a process names its pid here: the death of a former process is none of this agent's. */
  readonly facts?: AgentFacts;
}

/** One thing that happened to one agent. */
export type Event = EventHead & Happening;

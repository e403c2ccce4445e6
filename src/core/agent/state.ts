import type { Ask } from '../event/ask.ts';
import type { AgentError } from '../event/errorClass.ts';
import type { Evidence } from '../event/event.ts';
import type { Reply } from '../event/reply.ts';

/** One unanswered ask. Its id is the id of the event that first told of it, and the id of its decision. */
export interface Prompt extends Ask {
  readonly id: string;
  readonly at: number;
  /**
   * Who tells of it. `tool`: the start of a tool that is itself a prompt. `request`: the agent asks and waits for an
   * answer. `notice`: somebody says that something is asked, without saying exactly what.
   */
  readonly source: 'tool' | 'request' | 'notice';
  /** How it became known; weaker evidence names the kind of a prompt only roughly. */
  readonly evidence: Evidence;
  /** The event that waits for the answer, where one does. */
  readonly requestId?: string;
  /** What can be said to that; all that there is for its kind where this is missing. */
  readonly replies?: readonly Reply[];
  /** When that waits no longer, and the agent's own prompt is shown instead. */
  readonly givesWayAt?: number;
  /** Missing while it is tentative: the row shows it at once, nobody is called yet. */
  readonly confirmedAt?: number;
  /** Set when a person chose to answer at the agent's own prompt: the decision is over, the prompt is not. */
  readonly escalatedAt?: number;
  /** The process that asks, where it is known: of one conversation there may be several. */
  readonly pid?: number;
  /** When it was asked and the program said that a dialog is on screen, which could only be this one. */
  readonly onScreenAt?: number;
  /** The tool call that waits, where it is known. */
  readonly callId?: string;
}

/** What an agent does while it asks nothing. */
export type BaseState =
  | { readonly kind: 'working'; readonly detail?: string }
  | { readonly kind: 'idle' }
  | { readonly kind: 'failed'; readonly error: AgentError }
  | { readonly kind: 'exited'; readonly code?: number }
  | { readonly kind: 'gone' };

/** The state of an agent: exactly one at any time. */
export type AgentState = BaseState | { readonly kind: 'prompting'; readonly prompt: Prompt };

/** How much a row wants a person, most urgent first. */
export const urgencies = ['attention', 'working', 'idle', 'ended'] as const;

/** One of {@link urgencies}. */
export type Urgency = (typeof urgencies)[number];

/** The urgency of a state alone; an escalated agent is `attention` whatever it does. */
export function urgencyOf(state: AgentState): Urgency {
  switch (state.kind) {
    case 'prompting':
    case 'failed':
      return 'attention';
    case 'working':
      return 'working';
    case 'idle':
      return 'idle';
    case 'exited':
    case 'gone':
      return 'ended';
  }
}

/** Whether `a` wants a person more than `b`. */
export function moreUrgent(a: AgentState, b: AgentState): boolean {
  return urgencies.indexOf(urgencyOf(a)) < urgencies.indexOf(urgencyOf(b));
}

/** Whether two states look the same to a person; equal states emit nothing. */
export function sameState(a: AgentState, b: AgentState): boolean {
  switch (a.kind) {
    case 'working':
      return b.kind === 'working' && a.detail === b.detail;
    case 'prompting':
      return b.kind === 'prompting' && samePrompt(a.prompt, b.prompt);
    case 'failed':
      return b.kind === 'failed' && a.error.class === b.error.class && a.error.message === b.error.message;
    case 'exited':
      return b.kind === 'exited' && a.code === b.code;
    case 'idle':
    case 'gone':
      return a.kind === b.kind;
  }
}

/** Whether a person sees the same prompt: one that gets confirmed, or named by a request, is. */
export function samePrompt(a: Prompt, b: Prompt): boolean {
  return a.at === b.at && a.kind === b.kind && a.reason === b.reason;
}

/** Whether nothing but a new session start brings this agent back. */
export function hasEnded(state: AgentState): boolean {
  return urgencyOf(state) === 'ended';
}

import type { PromptKind } from './ask.ts';

/**
 * What may be said to a prompt from outside of the agent's terminal. `deny` skips a question and rejects a plan. `interrupt`:
 * deny, and end the turn with that. `answer`: to its questions. `editPlan`: a plan is approved as a person changed it. `planMode`: how the agent goes on after it.
 */
export type Reply = 'approve' | 'deny' | 'interrupt' | 'answer' | 'editPlan' | 'planMode';

/** The replies that a program takes, by the kind of what it asks. */
export type Replies = Readonly<Record<PromptKind, readonly Reply[]>>;

/** All replies that there are. */
export const allReplies: Replies = {
  permission: ['approve', 'deny', 'interrupt'],
  question: ['answer', 'deny', 'interrupt'],
  plan_approval: ['approve', 'deny', 'interrupt', 'editPlan', 'planMode'],
  other: [],
};

/** When the program's own prompt is not shown while a relay waits for an answer to it. */
export type HidesPrompt = 'always' | 'inSubagents' | 'never';

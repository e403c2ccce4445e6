import type { Event, Happening } from '../event/event.ts';
import type { Agent, Call } from './agent.ts';
import type { AgentState, Prompt, PromptKind } from './state.ts';

/** Which of an agent's prompts an event ends: every one, those of the finished call, the named one, or none. */
export type PromptEnd = 'all' | 'call' | 'named' | 'none';

/** What ends a prompt, for every event. Notices and silence never do. */
export const promptEnds: Readonly<Record<Happening['type'], PromptEnd>> = {
  sessionStarted: 'all',
  sessionEnded: 'all',
  promptSubmitted: 'all',
  toolStarted: 'none',
  toolFinished: 'call',
  toolBatchFinished: 'all',
  toolRefused: 'call',
  promptShown: 'none',
  promptStood: 'none',
  promptClosed: 'all',
  turnEnded: 'all',
  turnFailed: 'all',
  turnInterrupted: 'all',
  idleNoticed: 'none',
  quietNoticed: 'none',
  workNoticed: 'none',
  busyRead: 'all',
  idleRead: 'all',
  waitingRead: 'none',
  subagentStarted: 'none',
  subagentStopped: 'all',
  compactionStarted: 'none',
  compactionFinished: 'none',
  setupStarted: 'none',
  processEnded: 'all',
  processLost: 'all',
  signalled: 'none',
  decisionSettled: 'named',
  noted: 'none',
};

/** Specific before general: a permission never covers a question or a plan that waits. */
const specificity: readonly PromptKind[] = ['question', 'plan_approval', 'permission', 'other'];

function shownFirst(a: Prompt, b: Prompt): number {
  return specificity.indexOf(a.kind) - specificity.indexOf(b.kind) || a.at - b.at;
}

/** What the row shows: the most specific prompt that waits, else what the agent does. */
export function visibleState(agent: Pick<Agent, 'base' | 'prompts'>): AgentState {
  const [prompt] = [...agent.prompts].sort(shownFirst);
  return prompt ? { kind: 'prompting', prompt } : agent.base.state;
}

/** Whether `event` ends `prompt`, both of this agent. */
export function endsPrompt(agent: Agent, event: Event, prompt: Prompt): boolean {
  // A file or a transcript must be newer than the prompt: at the same moment it may still tell of the time before.
  const after = event.evidence === 'hook' ? event.at >= prompt.at : event.at > prompt.at;
  switch (promptEnds[event.type]) {
    case 'none':
      return false;
    case 'all':
      return after;
    case 'call':
      return after && !isAnotherCall(agent, event, prompt);
    case 'named':
      return (
        event.type === 'decisionSettled' && event.decision === prompt.id && event.outcome !== 'escalated'
      );
  }
}

/**
 * Whether an event is about a call that is known to run beside the one that waits: tools run in parallel, and the
 * end of one must not hide that the other asks. A call never heard of says nothing, so it counts as the answer.
 */
function isAnotherCall(agent: Agent, event: Event, prompt: Prompt): boolean {
  const callId = 'callId' in event ? event.callId : undefined;
  return (
    prompt.callId !== undefined && callId !== prompt.callId && agent.calls.some((call) => call.id === callId)
  );
}

/** Whether a prompt that arrives late was answered before it got here. */
export function alreadyAnswered(agent: Agent, prompt: Prompt): boolean {
  const call = agent.calls.find((candidate) => candidate.id === prompt.callId);
  return prompt.at < agent.settledAt || (call?.finishedAt !== undefined && call.finishedAt >= prompt.at);
}

/** The call a permission request belongs to; the request itself does not name it. */
export function callOf(agent: Agent, tool: string | undefined, input: unknown): Call | undefined {
  const print = inputPrint(input);
  const taken = new Set(agent.prompts.map((prompt) => prompt.callId));
  return agent.calls.findLast((call) => call.tool === tool && call.print === print && !taken.has(call.id));
}

/** Enough of an input to recognise it again, without keeping ten megabytes of it. */
export function inputPrint(input: unknown): string {
  const text = JSON.stringify(input) ?? '';
  return `${text.length}:${text.slice(0, 500)}`;
}

/**
 * The prompts after `raised` came in: it confirms the tentative one of the same tool, else it stands beside the
 * others. A tentative one adds nothing to what the same tool asks already.
 */
export function withPrompt(prompts: readonly Prompt[], raised: Prompt): readonly Prompt[] {
  const confirmed = prompts.find(
    (prompt) =>
      prompt.confirmedAt === undefined && prompt.tool === raised.tool && prompt.kind === raised.kind,
  );
  const asked = prompts.some((prompt) => prompt.tool === raised.tool && prompt.kind === raised.kind);
  if (raised.confirmedAt === undefined && asked) {
    return prompts;
  }
  if (!confirmed) {
    return [...prompts, raised];
  }
  const callId = confirmed.callId ?? raised.callId;
  const standing = { ...raised, at: confirmed.at, ...(callId ? { callId } : {}) };
  return prompts.map((prompt) => (prompt === confirmed ? standing : prompt));
}

/** The prompts with every tentative one confirmed at `at`, or only the one named. */
export function confirmPrompts(prompts: readonly Prompt[], at: number, id?: string): readonly Prompt[] {
  const confirms = (prompt: Prompt) =>
    prompt.confirmedAt === undefined && (id === undefined || prompt.id === id) && prompt.at <= at;
  return prompts.some(confirms)
    ? prompts.map((prompt) => (confirms(prompt) ? { ...prompt, confirmedAt: at } : prompt))
    : prompts;
}

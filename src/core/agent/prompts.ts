import type { PromptKind } from '../event/ask.ts';
import type { Event, Happening } from '../event/event.ts';
import type { Agent } from './agent.ts';
import { inputPrint } from './inputPrint.ts';
import type { AgentState, Prompt } from './state.ts';

/**
 * Which of an agent's prompts an event ends: every one, those of the finished call, those about a call that starts because
 * it was allowed, those that want an input, those that only a notice tells of, the named one, or none.
 */
export type PromptEnd = 'all' | 'call' | 'allowed' | 'inputs' | 'notices' | 'named' | 'none';

/** What ends a prompt, for every event. Notices of idleness and silence never do. */
export const promptEnds: Readonly<Record<Happening['type'], PromptEnd>> = {
  sessionStarted: 'all',
  sessionEnded: 'all',
  promptSubmitted: 'all',
  toolStarted: 'allowed',
  toolFinished: 'call',
  toolBatchFinished: 'all',
  toolRefused: 'call',
  promptShown: 'none',
  promptStood: 'none',
  promptClosed: 'inputs',
  turnEnded: 'all',
  turnFailed: 'all',
  turnInterrupted: 'all',
  idleNoticed: 'none',
  quietNoticed: 'none',
  workNoticed: 'notices',
  busyRead: 'all',
  idleRead: 'all',
  waitingRead: 'none',
  usageRead: 'none',
  seen: 'none',
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

/** How specific a prompt is, most first: a permission never covers a question or a plan that waits. */
const specificity: Readonly<Record<PromptKind, number>> = {
  question: 0,
  plan_approval: 0,
  permission: 1,
  other: 2,
};

/** Whether a prompt of kind `a` says more than one of kind `b`. */
export function moreSpecific(a: PromptKind, b: PromptKind): boolean {
  return specificity[a] < specificity[b];
}

/** What the row shows: the most specific prompt that waits, of these the oldest, else what the agent does. */
export function visibleState(agent: Pick<Agent, 'base' | 'prompts'>): AgentState {
  const [prompt] = [...agent.prompts].sort(
    (a, b) => specificity[a.kind] - specificity[b.kind] || a.at - b.at,
  );
  return prompt ? { kind: 'prompting', prompt } : agent.base.state;
}

/** Whether `id` is this prompt's own, or that of the request that waits for its answer. */
export function isNamed(prompt: Prompt, id: string): boolean {
  return prompt.id === id || prompt.requestId === id;
}

/** Whether `event` ends `prompt`, both of this agent. */
export function endsPrompt(agent: Agent, event: Event, prompt: Prompt): boolean {
  // Of several processes that write one transcript nobody knows which wrote a record, also when that is read only after
  // one of them has gone.
  const isShared = agent.processes.length > 1 || event.at <= (agent.sharedUntil ?? Number.NEGATIVE_INFINITY);
  if ((event.evidence === 'transcript' && isShared) || isElsewhere(event, prompt)) {
    return false;
  }
  // A file or a transcript must be newer than the prompt: at the same moment it may still tell of the time before.
  const hook = event.evidence === 'hook';
  const after = hook ? event.at >= prompt.at : event.at > prompt.at;
  switch (promptEnds[event.type]) {
    case 'none':
      return false;
    case 'all':
      return after;
    case 'inputs':
      return after && prompt.kind === 'other';
    case 'notices':
      return after && hook && prompt.source === 'notice';
    case 'call':
      return after && answersCall(agent, event, prompt);
    case 'allowed':
      return after && allowsPrompt(event, prompt);
    case 'named':
      return (
        event.type === 'decisionSettled' && isNamed(prompt, event.decision) && answersPrompt(event, prompt)
      );
  }
}

/** Whether an event is of another process of the same conversation than the one that asks. */
function isElsewhere({ facts }: Event, { pid }: Prompt): boolean {
  return pid !== undefined && facts?.pid !== undefined && facts.pid !== pid;
}

function answersPrompt({ outcome }: Event & { type: 'decisionSettled' }, prompt: Prompt): boolean {
  // Whoever escalates lets the request go: the prompt itself stays, at the agent's own terminal.
  return outcome !== 'escalated' && !(outcome === 'withdrawn' && prompt.escalatedAt !== undefined);
}

/** Whether a tool starts because what a prompt asks about it was answered. A notice does not say which tool it is about. */
function allowsPrompt(event: Event, { tool, input, source }: Prompt): boolean {
  if (event.type !== 'toolStarted' || !event.allowed) {
    return false;
  }
  const isSame = tool === event.tool && inputPrint(input) === inputPrint(event.input);
  return isSame || (source === 'notice' && tool === undefined);
}

/**
 * Whether the end of a call ends a prompt. Tools run in parallel, and the end of one must not hide that another asks:
 * the end of another tool says nothing, nor that of a call that is known to be another one. The end of a call never heard
 * of counts as the answer. A transcript is read late, so it speaks only for the call it names.
 */
function answersCall(agent: Agent, event: Event, prompt: Prompt): boolean {
  const callId = 'callId' in event ? event.callId : undefined;
  if (prompt.callId !== undefined && prompt.callId === callId) {
    return true;
  }
  const tool = 'tool' in event ? event.tool : undefined;
  const isOtherTool = tool !== undefined && prompt.tool !== undefined && tool !== prompt.tool;
  if (event.evidence !== 'hook' || isOtherTool) {
    return false;
  }
  if (!agent.calls.some(({ id }) => id === callId)) {
    return true;
  }
  const others = agent.calls.some(({ id, finishedAt }) => id !== callId && finishedAt === undefined);
  return prompt.callId === undefined && !others;
}

/** How far the stamp of a session file may be ahead of a hook that runs at the same time. */
const fileLeadMs = 1000;

/** Whether a prompt that arrives late was answered before it got here. */
export function alreadyAnswered(agent: Agent, prompt: Prompt): boolean {
  const call = agent.calls.find(({ id }) => id === prompt.callId);
  const finished = call?.finishedAt !== undefined && call.finishedAt >= prompt.at;
  const guessed = call === undefined && prompt.source !== 'request';
  const overAt = guessed ? Math.max(agent.answeredAt, agent.settledAt) : agent.settledAt;
  return finished || prompt.at < overAt || prompt.at < agent.readAt - fileLeadMs;
}

import type { Event } from '../event/event.ts';
import type { Agent, AgentId } from './agent.ts';
import { agentId, newAgent } from './agent.ts';
import type { Family } from './agents.ts';
import type { Kin } from './applyEvent.ts';
import { applyEvent, hearSubagent, shown } from './applyEvent.ts';
import { claimOf } from './claimOf.ts';
import type { FamilyDraft, FamilyStep } from './draft.ts';
import { bury, draftOf, put, stepOf } from './draft.ts';
import { markDialog } from './markDialog.ts';
import { isEnd, withoutProcess, withProcess } from './processes.ts';
import { isNamed } from './prompts.ts';
import { isMeantBy } from './raisePrompt.ts';
import { waits } from './replies.ts';
import type { Prompt } from './state.ts';
import { hasEnded } from './state.ts';

/** Removes a conversation with its subagents. */
export function endFamily(draft: FamilyDraft, event: Event): void {
  const root = draft.agents.get(draft.root);
  // An end older than the conversation's start belongs to its former life.
  if (root && event.at < root.startedAt) {
    return;
  }
  // The end of a conversation never heard of is remembered too: what arrives late must not bring up a dead row.
  for (const id of root ? [...draft.agents.keys()] : [draft.root]) {
    bury(draft, id, event.at);
  }
}

/** A family after its process was heard in another conversation: it ends, unless it goes on in another process. */
export function leaveFamily(family: Family, event: Event): FamilyStep {
  const draft = draftOf(family);
  const root = draft.agents.get(family.root);
  if (root && !leaveProcess(draft, root, event)) {
    endFamily(draft, event);
  }
  return stepOf(family, draft);
}

/** Ends one process of a conversation that goes on in another; says whether it does. */
export function leaveProcess(draft: FamilyDraft, root: Agent, event: Event): boolean {
  const left = withoutProcess(root, event);
  if (!left) {
    return false;
  }
  put(draft, left);
  for (const child of [...draft.agents.values()]) {
    if (child.id !== root.id && child.facts.pid === event.facts?.pid) {
      bury(draft, child.id, event.at);
    }
  }
  return true;
}

/** Applies an event to the agent it is about, and to the relatives that hear of it. */
export function applyToFamily(draft: FamilyDraft, event: Event): void {
  const { agents, root: rootId } = draft;
  const targetId = targetOf(agents, event);
  if (!agents.has(targetId) && !adopt(draft, event)) {
    return;
  }
  const target = agents.get(targetId) as Agent;
  const kin = kinOf([...agents.values()], target, event);
  const applied = applyEvent(target, event, kin);
  // A second stop of a subagent is none, nor is a late one: its conversation may be doing something else by now.
  const stops = event.type === 'subagentStopped';
  if (stops && (isIdle(target) || !isIdle(applied))) {
    return;
  }
  put(draft, applied);
  // One that nobody can answer from here has no name but that of the notice.
  const isTaken = (prompt: Prompt) => isNamed(prompt, event.id) || prompt.id === kin.notice?.id;
  const handed = applied.prompts.some(isTaken) ? kin.notice : undefined;
  if (handed) {
    dropNotice(draft, targetId, handed.id);
  }
  const root = agents.get(rootId);
  if (root && root.id !== targetId) {
    const heard = event.type === 'subagentStarted' || stops ? hearSubagent(root, event) : root;
    put(draft, { ...heard, lastActivityAt: Math.max(heard.lastActivityAt, event.at) });
  }
  const now = agents.get(rootId);
  if (now) {
    // Who ended runs nowhere; whoever speaks for it next is heard anew.
    put(draft, isEnd(event) ? { ...now, processes: [] } : withProcess(now, event));
  }
  for (const marked of markDialog([...agents.values()], event, handed)) {
    put(draft, marked);
  }
  endChildren(draft, event);
}

/** Whom an event is about. An answer is about whoever has the prompt by now: it may turn out to be a subagent's. */
function targetOf(agents: FamilyDraft['agents'], event: Event): AgentId {
  const named =
    event.type === 'decisionSettled' &&
    [...agents.values()].find(({ prompts }) => prompts.some((prompt) => isNamed(prompt, event.decision)));
  return named ? named.id : agentId(event.program, event.session, event.child?.id);
}

function isIdle(agent: Agent): boolean {
  return agent.base.state.kind === 'idle';
}

function kinOf(family: readonly Agent[], target: Agent, event: Event): Kin {
  const prompts = family.flatMap((agent) => agent.prompts);
  const answeredAt = Math.max(...family.map((agent) => agent.answeredAt));
  if (event.type !== 'promptShown' || event.generic) {
    return { prompts, answeredAt };
  }
  const request = {
    ...event.ask,
    id: event.id,
    at: event.at,
    source: 'request',
    evidence: event.evidence,
  } as const;
  const notice = prompts.find(
    (prompt) => prompt.source === 'notice' && !target.prompts.includes(prompt) && isMeantBy(prompt, request),
  );
  return notice ? { prompts, answeredAt, notice } : { prompts, answeredAt };
}

/** The notice on a relative has turned out to be this agent's request. */
function dropNotice(draft: FamilyDraft, targetId: AgentId, notice: string): void {
  for (const relative of [...draft.agents.values()]) {
    const prompts = relative.prompts.filter(({ id }) => id !== notice);
    if (relative.id !== targetId && prompts.length < relative.prompts.length) {
      put(draft, shown(relative, { ...relative, prompts }, relative.since));
    }
  }
}

function endChildren(draft: FamilyDraft, event: Event): void {
  const root = draft.agents.get(draft.root);
  const children = [...draft.agents.values()].filter((agent) => agent.id !== draft.root);
  if (!root || event.child !== undefined || children.length === 0) {
    return;
  }
  const restarts = event.type === 'sessionStarted' && event.source !== 'compact';
  for (const child of children) {
    if (hasEnded(root.state) || (restarts && child.base.at <= event.at)) {
      bury(draft, child.id, event.at);
    } else if (event.type === 'idleRead' || event.type === 'busyRead' || event.type === 'turnInterrupted') {
      const prompts = child.prompts.filter((prompt) => !isLeft(prompt, event));
      if (prompts.length < child.prompts.length) {
        put(draft, shown(child, { ...child, prompts }, event.at));
      }
    } else if (event.type === 'promptSubmitted' && isFinished(child, event.at)) {
      // Finished subagents leave with the turn they served, so that a long conversation does not collect them.
      bury(draft, child.id, child.base.at);
    } else if (
      event.type === 'turnEnded' &&
      !hasEnded(child.state) &&
      isForeground(child, event.background)
    ) {
      // The turn is over and this one does not go on in the background: its own stop was never heard.
      const stop = { ...event, child: { id: childOf(child) }, type: 'subagentStopped' } as const;
      put(draft, applyEvent(child, stop, { prompts: [], answeredAt: root.answeredAt }));
    }
  }
}

/** Whether what was left to the person at the terminal is over: a dialog there would show as waiting. */
function isLeft({ onScreenAt, escalatedAt, pid }: Prompt, event: Event): boolean {
  const answered = onScreenAt !== undefined && onScreenAt < event.at;
  const gone = event.type !== 'busyRead' && escalatedAt !== undefined && escalatedAt < event.at;
  const elsewhere = pid !== undefined && event.facts?.pid !== undefined && event.facts.pid !== pid;
  return (answered || gone) && !elsewhere;
}

function isFinished(child: Agent, at: number): boolean {
  const { kind } = child.base.state;
  return (kind === 'idle' || kind === 'failed') && child.prompts.length === 0 && child.base.at <= at;
}

function isForeground(child: Agent, background: readonly string[] | undefined): boolean {
  if (background === undefined || background.includes('') || background.includes(childOf(child))) {
    // The program does not say, or a task without an id may be any of them.
    return false;
  }
  // While anything goes on in the background, a request that waits is believed rather than the list.
  return background.length === 0 || !child.prompts.some(waits);
}

function childOf(child: Agent): string {
  return child.id.slice((child.parent ?? '').length + 1);
}

function adopt(draft: FamilyDraft, event: Event): boolean {
  const { program, session } = event;
  const root = newAgent({ program, session }, event.at);
  const child = event.child && newAgent(event, event.at);
  if (!introduces(event, child ?? root)) {
    // A stop that comes before its start must keep that start from leaving a subagent at work for good.
    const known = draft.agents.get(root.id);
    if (event.type === 'subagentStopped' && child && known) {
      draft.tombstones.set(child.id, { at: event.at });
      const background = known.background.filter((id) => id !== event.child?.id);
      if (background.length < known.background.length) {
        put(draft, { ...known, background });
      }
    }
    return false;
  }
  for (const agent of [...(draft.agents.has(root.id) ? [] : [root]), ...(child ? [child] : [])]) {
    put(draft, agent);
  }
  return true;
}

/** Whether an event tells enough of an agent to show a row for it: that it lives, and what it does. */
function introduces(event: Event, agent: Agent): boolean {
  const ends = event.type === 'subagentStopped' || (event.type === 'turnEnded' && event.child !== undefined);
  const claim = claimOf(agent, event);
  const asks = event.type === 'promptShown' || event.type === 'waitingRead';
  return !ends && (asks || (claim !== undefined && !hasEnded(claim.state)));
}

import type { Event } from '../event/event.ts';
import { withUsage } from '../usage/usage.ts';
import type { Agent } from './agent.ts';
import { agentId } from './agent.ts';
import type { Family } from './agents.ts';
import { tombstoneMs } from './agents.ts';
import type { FamilyDraft, FamilyStep } from './draft.ts';
import { draftOf, put, stepOf } from './draft.ts';
import { applyToFamily, endFamily, leaveProcess } from './family.ts';
import { isEnd } from './processes.ts';
import { isNamed } from './prompts.ts';
import { noteSeen } from './seen.ts';
import { hasEnded } from './state.ts';

const rememberedIds = 64;

/** Applies one event. Applying it a second time changes nothing; what it cannot place changes nothing either. */
export function reduceFamily(family: Family, event: Event): FamilyStep {
  const draft = draftOf(family);
  apply(draft, family, event);
  return stepOf(family, draft);
}

function apply(draft: FamilyDraft, family: Family, event: Event): void {
  const root = family.agents.get(family.root);
  if (event.type === 'seen') {
    // Also of who ended: that it died is seen too.
    noteSeen(draft, event);
    return;
  }
  if (!Number.isFinite(event.at) || root?.seen.includes(event.id) || isOver(family, event)) {
    return;
  }
  if (event.type === 'usageRead') {
    noteUsage(draft, root, event);
    return;
  }
  if (root && isEnd(event) && leaveProcess(draft, root, event)) {
    // It goes on in another process.
  } else if (event.type === 'sessionEnded' && event.child === undefined) {
    endFamily(draft, event);
  } else {
    applyToFamily(draft, event);
    noteProcess(draft, event);
  }
  const after = draft.agents.get(family.root);
  if (after && draft.touched.size > 0 && !isUnused(family, after, event)) {
    put(draft, { ...after, seen: [...after.seen, event.id].slice(-rememberedIds) });
  }
  for (const id of draft.touched) {
    if (draft.agents.has(id)) {
      draft.tombstones.delete(id);
    }
  }
}

/** Whether an event did nothing, but may have to be heard again. */
function isUnused({ agents }: Family, after: Agent, event: Event): boolean {
  if (event.type === 'waitingRead') {
    // Another prompt is known: when that is over, this one counts.
    return !after.prompts.some(({ id }) => id === event.id);
  }
  // The word that a request was left to the terminal came before the request.
  const isLeft = event.type === 'decisionSettled' && event.outcome === 'escalated';
  return (
    isLeft && ![...agents.values()].some(({ prompts }) => prompts.some((one) => isNamed(one, event.decision)))
  );
}

/** A session file names the one conversation of its process: any other was cleared, or this one resumed in its place. */
function noteProcess(draft: FamilyDraft, { evidence, facts }: Event): void {
  if (evidence === 'sessionFile' && facts?.pid !== undefined && draft.touched.has(draft.root)) {
    draft.process = facts.pid;
  }
}

/**
 * Takes in the facts that count tokens, in the place of the former ones. It is no sign of life, adopts nobody and is not
 * remembered: the same facts a second time change nothing anyway.
 */
function noteUsage(draft: FamilyDraft, root: Agent | undefined, event: Event): void {
  const facts = root && withUsage(root.facts, event.facts ?? {});
  if (root && facts && facts !== root.facts) {
    put(draft, { ...root, facts });
  }
}

/** Whether the agent ended before this event. Only its own start brings it back. */
function isOver(family: Family, event: Event): boolean {
  const root = family.agents.get(family.root);
  const restarts = event.type === 'sessionStarted' && event.source !== 'compact';
  const rootEnd = endOf(root) ?? (root ? undefined : family.tombstones.get(family.root)?.at);
  if (rootEnd !== undefined && !(restarts && event.at >= rootEnd)) {
    return root ? event.type !== 'sessionEnded' : event.at - rootEnd <= tombstoneMs;
  }
  const diesElsewhere = event.type === 'processEnded' || event.type === 'processLost';
  if (diesElsewhere && root && root.processes.length > 0 && event.facts?.pid !== undefined) {
    return !root.processes.includes(event.facts.pid);
  }
  return event.child !== undefined && isOverChild(family, event, event.child.id);
}

function isOverChild(family: Family, event: Event, childId: string): boolean {
  const id = agentId(event.program, event.session, childId);
  const end = endOf(family.agents.get(id));
  if (end !== undefined) {
    return !(event.type === 'subagentStarted' && event.at >= end);
  }
  // One that finished may be taken up again; what is older than its end only arrives late.
  const tombstone = family.tombstones.get(id);
  return tombstone !== undefined && event.at <= tombstone.at;
}

function endOf(agent: Agent | undefined): number | undefined {
  return agent && hasEnded(agent.base.state) ? agent.base.at : undefined;
}

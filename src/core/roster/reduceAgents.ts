import type { Agent, AgentId } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import { familyOf, tombstoneMs } from '../agent/agents.ts';
import type { Change } from '../agent/change.ts';
import type { Draft } from '../agent/draft.ts';
import { applyToFamily, endFamily, leaveFormer, leaveProcess } from '../agent/family.ts';
import { isEnd } from '../agent/processes.ts';
import { noteSeen } from '../agent/seen.ts';
import { hasEnded } from '../agent/state.ts';
import type { Event } from '../event/event.ts';
import { triggerRuns } from '../run/triggerRuns.ts';
import { withUsage } from '../usage/usage.ts';
import type { AgentsState } from './agentsState.ts';
import type { Effect } from './effect.ts';
import { rowEffects } from './effect.ts';

/** The state after an event, and what the outside has to do about it. */
export interface Step {
  readonly state: AgentsState;
  /** The agents that this step may have changed, in the order it came to them. */
  readonly changes: readonly Change[];
  readonly effects: readonly Effect[];
}

const rememberedIds = 64;

/** Applies one event. Applying it a second time changes nothing; what it cannot place changes nothing either. */
export function reduceAgents(state: AgentsState, event: Event): Step {
  const rootId = agentId(event.program, event.session);
  const draft = draftOf(state, rootId, event);
  const changes = [...draft.touched].map((id) => ({
    before: state.agents.get(id),
    after: draft.agents.get(id),
  }));
  const asked = familyOf(draft.agents, rootId).flatMap(({ prompts }) => prompts);
  const prompts = new Map(asked.map((prompt) => [prompt.id, prompt]));
  const supervised = triggerRuns(state, event, { changes, prompts });
  const same =
    changes.length === 0 && sameKeys(draft.tombstones, state.tombstones) && supervised.runs === state.runs;
  if (same) {
    return { state, changes: [], effects: [] };
  }
  const { agents, tombstones } = draft;
  return {
    state: { agents, tombstones, runs: supervised.runs },
    changes,
    effects: [...rowEffects(changes, event), ...supervised.effects],
  };
}

function draftOf(state: AgentsState, rootId: AgentId, event: Event): Draft {
  const draft: Draft = {
    agents: new Map(state.agents),
    tombstones: new Map(state.tombstones),
    touched: new Set(),
  };
  const root = state.agents.get(rootId);
  if (event.type === 'seen') {
    // Also of who ended: that it died is seen too.
    noteSeen(draft, rootId, event);
    return draft;
  }
  if (!Number.isFinite(event.at) || root?.seen.includes(event.id) || isOver(state, rootId, event)) {
    return draft;
  }
  if (event.type === 'usageRead') {
    noteUsage(draft, root, event);
    return draft;
  }
  if (root && isEnd(event) && leaveProcess(draft, root, event)) {
    // It goes on in another process.
  } else if (event.type === 'sessionEnded' && event.child === undefined) {
    endFamily(draft, rootId, event);
  } else {
    applyToFamily(draft, event);
    leaveFormer(draft, rootId, event);
  }
  const after = draft.agents.get(rootId);
  // A file that says waiting while another prompt is known may have to be heard again when that is over.
  const unused = event.type === 'waitingRead' && !after?.prompts.some(({ id }) => id === event.id);
  if (after && draft.touched.size > 0 && !unused) {
    draft.agents.set(rootId, { ...after, seen: [...after.seen, event.id].slice(-rememberedIds) });
    draft.touched.add(rootId);
  }
  for (const id of draft.touched) {
    if (draft.agents.has(id)) {
      draft.tombstones.delete(id);
    }
  }
  return draft;
}

/**
 * Takes in the facts that count tokens, in the place of the former ones. It is no sign of life, adopts nobody and is not
 * remembered: the same facts a second time change nothing anyway.
 */
function noteUsage(draft: Draft, root: Agent | undefined, event: Event): void {
  const facts = root && withUsage(root.facts, event.facts ?? {});
  if (root && facts && facts !== root.facts) {
    draft.agents.set(root.id, { ...root, facts });
    draft.touched.add(root.id);
  }
}

/** Whether the agent ended before this event. Only its own start brings it back. */
function isOver(state: AgentsState, rootId: AgentId, event: Event): boolean {
  const root = state.agents.get(rootId);
  const restarts = event.type === 'sessionStarted' && event.source !== 'compact';
  const rootEnd = endOf(root) ?? (root ? undefined : state.tombstones.get(rootId)?.at);
  if (rootEnd !== undefined && !(restarts && event.at >= rootEnd)) {
    return root ? event.type !== 'sessionEnded' : event.at - rootEnd <= tombstoneMs;
  }
  const diesElsewhere = event.type === 'processEnded' || event.type === 'processLost';
  if (diesElsewhere && root && root.processes.length > 0 && event.facts?.pid !== undefined) {
    return !root.processes.includes(event.facts.pid);
  }
  return event.child !== undefined && isOverChild(state, event, event.child.id);
}

function isOverChild(state: AgentsState, event: Event, childId: string): boolean {
  const id = agentId(event.program, event.session, childId);
  const end = endOf(state.agents.get(id));
  if (end !== undefined) {
    return !(event.type === 'subagentStarted' && event.at >= end);
  }
  // One that finished may be taken up again; what is older than its end only arrives late.
  const tombstone = state.tombstones.get(id);
  return tombstone !== undefined && event.at <= tombstone.at;
}

function endOf(agent: Agent | undefined): number | undefined {
  return agent && hasEnded(agent.base.state) ? agent.base.at : undefined;
}

function sameKeys(a: AgentsState['tombstones'], b: AgentsState['tombstones']): boolean {
  return a.size === b.size && [...a].every(([id, { at }]) => b.get(id)?.at === at);
}

import type { Event } from '../event/event.ts';
import type { Agent, AgentId } from './agent.ts';
import { agentId, newAgent } from './agent.ts';
import { familyOf } from './agents.ts';
import { applyEvent, hearSubagent } from './applyEvent.ts';
import { claimOf } from './claimOf.ts';
import { hasEnded } from './state.ts';

/** The agents of a step while it is being worked out; never seen outside of it. */
type Draft = Map<AgentId, Agent>;

/** Removes a conversation with its subagents, and names what went. */
export function endFamily(agents: Draft, root: Agent | undefined, event: Event): AgentId[] {
  // An end older than the conversation's start belongs to its former life.
  if (!root || event.at < root.startedAt) {
    return [];
  }
  const ids = familyOf(agents, root.id).map((agent) => agent.id);
  for (const id of ids) {
    agents.delete(id);
  }
  return ids;
}

/** Applies an event to the agent it is about, and to the relatives that hear of it; names the agents it touched. */
export function applyToFamily(agents: Draft, event: Event): AgentId[] {
  const rootId = agentId(event.program, event.session);
  const targetId = agentId(event.program, event.session, event.child?.id);
  const adopted = agents.has(targetId) ? [] : adopt(agents, event);
  const target = agents.get(targetId);
  if (!target) {
    return [];
  }
  const asks = familyOf(agents, rootId).some((agent) => agent.prompts.length > 0);
  const applied = applyEvent(target, event, asks);
  // A second stop of a subagent is none, nor is a late one: its conversation may be doing something else by now.
  const stops = event.type === 'subagentStopped';
  if (stops && (target.base.state.kind === 'idle' || applied.base.state.kind !== 'idle')) {
    return [];
  }
  agents.set(targetId, applied);
  const touched = new Set([...adopted, targetId]);
  const parent = agents.get(rootId);
  if (parent && (event.type === 'subagentStarted' || stops)) {
    agents.set(rootId, hearSubagent(parent, event));
    touched.add(rootId);
  }
  for (const id of childrenThatEnd(agents, rootId, event)) {
    agents.delete(id);
    touched.add(id);
  }
  return [...touched];
}

function childrenThatEnd(agents: Draft, rootId: AgentId, event: Event): AgentId[] {
  const children = familyOf(agents, rootId).filter((agent) => agent.id !== rootId);
  const root = agents.get(rootId);
  const restarted =
    event.type === 'sessionStarted' && event.source !== 'compact' && root?.startedAt === event.at;
  if (restarted || (root && hasEnded(root.state))) {
    return children.map((child) => child.id);
  }
  // Finished subagents leave with the turn they served, so that a long conversation does not collect them.
  return event.type === 'promptSubmitted' && event.child === undefined
    ? children.filter((child) => child.state.kind === 'idle').map((child) => child.id)
    : [];
}

function adopt(agents: Draft, event: Event): AgentId[] {
  const root = newAgent({ program: event.program, session: event.session }, event.at);
  const child = event.child && newAgent(event, event.at);
  if (!introduces(event, child ?? root)) {
    return [];
  }
  const adopted = [...(agents.has(root.id) ? [] : [root]), ...(child ? [child] : [])];
  for (const agent of adopted) {
    agents.set(agent.id, agent);
  }
  return adopted.map((agent) => agent.id);
}

/** Whether an event tells enough of an agent to show a row for it: that it lives, and what it does. */
function introduces(event: Event, agent: Agent): boolean {
  const ends = event.type === 'subagentStopped' || (event.type === 'turnEnded' && event.child !== undefined);
  const claim = claimOf(agent, event);
  const asks = event.type === 'promptShown' || event.type === 'waitingRead';
  return !ends && (asks || (claim !== undefined && !hasEnded(claim.state)));
}

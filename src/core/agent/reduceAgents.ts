import type { Event } from '../event/event.ts';
import type { Change } from '../run/triggerRuns.ts';
import { triggerRuns } from '../run/triggerRuns.ts';
import type { Agent, AgentId } from './agent.ts';
import { agentId } from './agent.ts';
import type { AgentsState } from './agents.ts';
import { tombstoneMs } from './agents.ts';
import type { Effect } from './effect.ts';
import { agentEffects } from './effect.ts';
import { applyToFamily, endFamily } from './family.ts';
import { hasEnded } from './state.ts';

/** The state after an event, and what the outside has to do about it. */
export interface Step {
  readonly state: AgentsState;
  readonly effects: readonly Effect[];
}

const rememberedIds = 64;

/** Applies one event. Applying it a second time changes nothing; what it cannot place changes nothing either. */
export function reduceAgents(state: AgentsState, event: Event): Step {
  const rootId = agentId(event.program, event.session);
  const root = state.agents.get(rootId);
  if (root?.seen.includes(event.id) || isOver(state, root, event)) {
    return { state, effects: [] };
  }
  const agents = new Map(state.agents);
  const ends = event.type === 'sessionEnded' && event.child === undefined;
  const touched = ends ? endFamily(agents, root, event) : applyToFamily(agents, event);
  const buried = ends && (root === undefined || touched.length > 0);
  const tombstones = tombstonesAfter(
    state.tombstones,
    rootId,
    buried ? event.at : undefined,
    agents.has(rootId),
  );
  if (touched.length === 0) {
    // The end of a conversation never heard of is remembered too: what arrives late must not bring up a dead row.
    return { state: tombstones === state.tombstones ? state : { ...state, tombstones }, effects: [] };
  }
  remember(agents, rootId, event.id);
  const changes: Change[] = touched.map((id) => ({ before: state.agents.get(id), after: agents.get(id) }));
  const supervised = triggerRuns(state.runs, event, changes);
  const rows = changes.flatMap(({ before, after }) => agentEffects(before, after, event));
  return {
    state: { agents, tombstones, runs: supervised.runs },
    effects: [...rows, ...supervised.effects],
  };
}

/** Whether the conversation ended before this event; only its own new start brings it back. */
function isOver(state: AgentsState, root: Agent | undefined, event: Event): boolean {
  const rootId = agentId(event.program, event.session);
  const shownEnd = root && hasEnded(root.state) ? root.base.at : undefined;
  const endedAt = root ? shownEnd : state.tombstones.get(rootId);
  const revives = event.type === 'sessionStarted' && event.source !== 'compact';
  if (endedAt === undefined || (revives && event.at >= endedAt)) {
    return false;
  }
  return root ? event.type !== 'sessionEnded' : event.at - endedAt <= tombstoneMs;
}

function tombstonesAfter(
  tombstones: AgentsState['tombstones'],
  rootId: AgentId,
  buriedAt: number | undefined,
  lives: boolean,
): AgentsState['tombstones'] {
  if (buriedAt !== undefined) {
    return new Map(tombstones).set(rootId, buriedAt);
  }
  return lives && tombstones.has(rootId)
    ? new Map([...tombstones].filter(([id]) => id !== rootId))
    : tombstones;
}

function remember(agents: Map<AgentId, Agent>, rootId: AgentId, eventId: string): void {
  const root = agents.get(rootId);
  if (root) {
    agents.set(rootId, { ...root, seen: [...root.seen, eventId].slice(-rememberedIds) });
  }
}

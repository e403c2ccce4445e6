import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { isSetBack } from '../run/isSetBack.ts';
import type { Run } from '../run/run.ts';
import { isWithin } from '../wire/ownerOf.ts';

/** Which agents and runs a window shows. */
export interface WindowFilter {
  /** The folders of this window. */
  readonly folders: readonly string[];
  /** The folders of the other windows. */
  readonly otherFolders: readonly string[];
  /** Whether the agents of all windows are shown. */
  readonly all: boolean;
  /** The agents the person does not want to see, and what was last heard of them: news bring them back. */
  readonly forgotten: ReadonlyMap<string, number>;
}

/**
 * The agents and runs a window shows: those of its folders and those of no window's. Subagents are where their
 * conversation is.
 */
export function shownAgents(state: AgentsState, view: WindowFilter): AgentsState {
  const shows = showsIn(view);
  const agents = kept(state.agents, (agent) => shows.agent(agent, state.agents));
  const runs = kept(state.runs, shows.run);
  return agents === state.agents && runs === state.runs ? state : { ...state, agents, runs };
}

/** What a window shows, one by one. */
export function showsIn({ folders, otherFolders, all, forgotten }: WindowFilter): {
  /** Whether it shows an agent; `known` has its conversation. */
  readonly agent: (agent: Agent, known: AgentsState['agents']) => boolean;
  readonly run: (run: Run) => boolean;
} {
  const here = places(folders);
  const elsewhere = places(otherFolders);
  const isHere = (...told: readonly (string | undefined)[]) => all || here(told) || !elsewhere(told);
  return {
    agent: (agent, known) => {
      const root = agent.parent === undefined ? agent : (known.get(agent.parent) ?? agent);
      return !isForgotten(root, forgotten) && isHere(root.facts.cwd, root.facts.startedIn);
    },
    run: ({ folder }) => isHere(folder),
  };
}

/** The entries of a map that are wanted; the map itself where all of them are. */
function kept<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  isWanted: (value: Value) => boolean,
): ReadonlyMap<Key, Value> {
  const dropped = new Set<Key>();
  for (const [key, value] of map) {
    if (!isWanted(value)) {
      dropped.add(key);
    }
  }
  return dropped.size === 0 ? map : new Map([...map].filter(([key]) => !dropped.has(key)));
}

/** Whether one of some places is in one of these folders. Many agents work in the same: each place is looked up once. */
function places(folders: readonly string[]): (told: readonly (string | undefined)[]) => boolean {
  const known = new Map<string | undefined, boolean>();
  const isIn = (place: string | undefined) => {
    const found = known.get(place) ?? folders.some((folder) => isWithin(folder, place));
    known.set(place, found);
    return found;
  };
  return (told) => told.some(isIn);
}

/** The agents but those that the person does not want to see; subagents go with their conversation. */
export function withoutForgotten(
  agents: AgentsState['agents'],
  forgotten: WindowFilter['forgotten'],
): AgentsState['agents'] {
  return forgotten.size === 0
    ? agents
    : new Map(
        [...agents].filter(([, agent]) => !isForgotten(agents.get(agent.parent ?? '') ?? agent, forgotten)),
      );
}

function isForgotten({ id, lastActivityAt }: Agent, forgotten: WindowFilter['forgotten']): boolean {
  const at = forgotten.get(id);
  return at !== undefined && lastActivityAt <= at && !isSetBack(lastActivityAt, at);
}

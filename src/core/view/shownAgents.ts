import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { isSetBack } from '../run/isSetBack.ts';
import { isWithin } from '../wire/ownerOf.ts';

/** Which agents and runs a window shows. */
export interface WindowView {
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
export function shownAgents(state: AgentsState, view: WindowView): AgentsState {
  const runs = [...state.runs].filter(([, { folder }]) => isHere([folder], view));
  const shown = [...state.agents].filter(([, agent]) =>
    isShown(state.agents.get(agent.parent ?? '') ?? agent, view),
  );
  return shown.length === state.agents.size && runs.length === state.runs.size
    ? state
    : { ...state, agents: new Map(shown), runs: new Map(runs) };
}

/** The agents but those that the person does not want to see; subagents go with their conversation. */
export function withoutForgotten(
  agents: AgentsState['agents'],
  forgotten: WindowView['forgotten'],
): AgentsState['agents'] {
  return forgotten.size === 0
    ? agents
    : new Map(
        [...agents].filter(([, agent]) => !isForgotten(agents.get(agent.parent ?? '') ?? agent, forgotten)),
      );
}

function isForgotten({ id, lastActivityAt }: Agent, forgotten: WindowView['forgotten']): boolean {
  const at = forgotten.get(id);
  return at !== undefined && lastActivityAt <= at && !isSetBack(lastActivityAt, at);
}

function isShown(root: Agent, view: WindowView): boolean {
  return !isForgotten(root, view.forgotten) && isHere([root.facts.cwd, root.facts.startedIn], view);
}

function isHere(
  places: readonly (string | undefined)[],
  { folders, otherFolders, all }: WindowView,
): boolean {
  const isIn = (some: readonly string[]) =>
    some.some((folder) => places.some((place) => isWithin(folder, place)));
  return all || isIn(folders) || !isIn(otherFolders);
}

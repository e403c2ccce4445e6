import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from './agentsState.ts';

const never = '-Infinity';

/** What is known, as JSON for a peer of the same version. Prompts carry what agents ask: private, never for a log. */
export function agentsText(state: AgentsState): string {
  // JSON knows no infinity, and an agent that was never started has one.
  return JSON.stringify([...state.agents.values()], (_, value) =>
    value === Number.NEGATIVE_INFINITY ? never : value,
  );
}

/** Reads what a peer of the same version told; nothing from what is none. */
export function parseAgents(text: string): readonly Agent[] {
  try {
    const agents: unknown = JSON.parse(text, (_, value) =>
      value === never ? Number.NEGATIVE_INFINITY : value,
    );
    return Array.isArray(agents) ? agents.filter(isAgent) : [];
  } catch {
    return [];
  }
}

/** What is known after a peer told what it knows: its agents are added, nobody known is overruled. */
export function adoptAgents(state: AgentsState, told: readonly Agent[]): AgentsState {
  const fresh = told.filter(({ id }) => !state.agents.has(id) && !state.tombstones.has(id));
  return fresh.length === 0
    ? state
    : { ...state, agents: new Map([...state.agents, ...fresh.map((agent) => [agent.id, agent] as const)]) };
}

function isAgent(value: unknown): value is Agent {
  const { id, program, session, base, state, facts, ...lists } = objectOf(value);
  const kinds = [objectOf(objectOf(base).state).kind, objectOf(state).kind];
  return (
    [id, program, session, ...kinds].every((text) => typeof text === 'string') &&
    typeof facts === 'object' &&
    facts !== null &&
    [lists.prompts, lists.calls, lists.background, lists.processes, lists.seen].every(Array.isArray)
  );
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

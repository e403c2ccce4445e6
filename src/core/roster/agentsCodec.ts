import type { Agent } from '../agent/agent.ts';

const never = '-Infinity';

/** What is known, as JSON for a peer of the same version. Prompts carry what agents ask: private, never for a log. */
export function agentsText(agents: Iterable<Agent>): string {
  return `[${[...agents].map(agentText).join(',')}]`;
}

/** One of them. */
export function agentText(agent: Agent): string {
  // JSON knows no infinity, and an agent that was never started has one.
  return JSON.stringify(agent, (_, value) => (value === Number.NEGATIVE_INFINITY ? never : value));
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

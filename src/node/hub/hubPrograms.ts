import type { AgentProgram } from '../programNode.ts';

/** The agent programs of a hub, and what its parts ask of all of them. */
export interface HubPrograms {
  readonly all: readonly AgentProgram[];
  /** Whether other evidence of a program says which of its prompts still stand. */
  readonly confirmsPrompts: (program: string) => boolean;
}

/** The same programs, ready to be asked. */
export function hubPrograms(all: readonly AgentProgram[]): HubPrograms {
  const confirming = new Set(all.filter(({ events }) => events.confirmsPrompts).map(({ id }) => id));
  return { all, confirmsPrompts: (program) => confirming.has(program) };
}

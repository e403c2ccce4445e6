import type { Agent } from '../../agent/agent.ts';

/** Whether some agents are of several programs: only then is it worth a badge of which. */
export function hasSeveralPrograms(agents: Iterable<Pick<Agent, 'program'>>): boolean {
  let first: string | undefined;
  for (const { program } of agents) {
    first ??= program;
    if (program !== first) {
      return true;
    }
  }
  return false;
}

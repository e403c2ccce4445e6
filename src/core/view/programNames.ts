import type { Agent } from '../agent/agent.ts';

/**
 * What the program of an agent is called: as its makers write it, or else made from its id, `some-cli` being Some CLI.
 * An id of one word is a name already.
 */
export function programName({ program, facts }: Pick<Agent, 'program' | 'facts'>): string {
  const words = program.split('-');
  return facts.programName ?? (words.length === 1 ? program : words.map(capitalised).join(' '));
}

function capitalised(word: string): string {
  return word === 'cli' ? 'CLI' : word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The name of a program, from its id: `copilot-cli` is Copilot CLI. An id of one word is a name already. */
export function programName(program: string): string {
  const words = program.split('-');
  return words.length === 1 ? program : words.map(capitalised).join(' ');
}

function capitalised(word: string): string {
  return word === 'cli' ? 'CLI' : word.slice(0, 1).toUpperCase() + word.slice(1);
}

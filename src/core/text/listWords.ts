/** Names as a sentence has them: `one`, `one and two`, `one, two and three`. */
export function listWords(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/u, ' and ');
}

/**
 * The word that a message says to write, where it is one: what readers say of a word that nobody knows begins with
 * `Write 'x' instead of` or `Write x here`. Nothing where it lists several, or the word is shortened.
 */
export function meantBy(message: string): string | undefined {
  const [, quotedWord, plainWord] =
    /^Write (?:'([^']+)'|([\w-]+)) (?:instead of '|here;)/u.exec(message) ?? [];
  const word = quotedWord ?? plainWord;
  return word?.endsWith('…') ? undefined : word;
}

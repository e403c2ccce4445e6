/** A question of an agent in its own words, and what a person chose there. */
export interface Chosen {
  readonly question: string;
  readonly chosen: readonly string[];
}

/**
 * The answers to the questions of one prompt, by the text of the question: several choices in one text. Questions of equal text have only one place there, so it holds what was chosen at each of them: an agent that
 * asks so has to tell them apart, but nothing a person said is lost.
 */
export function answersOf(all: readonly Chosen[]): Readonly<Record<string, string>> {
  const answers = new Map<string, Set<string>>();
  for (const { question, chosen } of all) {
    answers.set(question, new Set([...(answers.get(question) ?? []), ...chosen]));
  }
  return Object.fromEntries([...answers].map(([question, chosen]) => [question, [...chosen].join(', ')]));
}

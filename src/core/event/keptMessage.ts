import { withEnds } from '../text/clip.ts';

const keptLength = 4000;

/** What is kept of a message of an agent: of a very long one both ends, since what it asks usually stands last. */
export function keptMessage(text: string): string {
  return withEnds(text, keptLength);
}

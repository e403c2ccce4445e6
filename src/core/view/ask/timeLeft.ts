import { repliesTo, waits } from '../../agent/replies.ts';
import type { Prompt } from '../../agent/state.ts';
import { leftStands, leftText } from '../../text/durationText.ts';

/** How long a request still waits before its agent's own terminal asks; `undefined` where it waits as long as it takes. */
function timeLeft(prompt: Prompt, now: number): number | undefined {
  const { givesWayAt } = prompt;
  // Whoever holds it lets it go in this moment.
  return givesWayAt !== undefined && waits(prompt) ? Math.max(0, givesWayAt - now) : undefined;
}

/** The time that is left, `15s`, to stand before what is asked: a narrow row cuts off what follows that. */
export function countdown(prompt: Prompt, now: number): string {
  const left = timeLeft(prompt, now);
  return left === undefined ? '' : leftText(left);
}

/** What is said of a prompt once its countdown is. */
export const thenThere = 'then in the terminal';

/** Where a prompt is to be answered, if not just here, or not for long: in words, empty where there is nothing to say. */
export function placeWords(prompt: Prompt, now: number): string {
  const left = countdown(prompt, now);
  return left ? `${left} left, ${thenThere}` : isThere(prompt) ? 'answer in the terminal' : '';
}

/** Whether nothing but the agent's own terminal takes an answer. What only the start of a tool tells of may still be asked here. */
export function isThere(prompt: Prompt): boolean {
  return prompt.confirmedAt !== undefined && repliesTo(prompt).length === 0;
}

/** How long these words stay the same. */
export function placeStands(prompt: Prompt, now: number): number {
  const left = timeLeft(prompt, now);
  return left === undefined ? Number.POSITIVE_INFINITY : leftStands(left);
}

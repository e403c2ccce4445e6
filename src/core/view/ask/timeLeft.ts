import type { Prompt } from '../../agent/state.ts';
import { leftStands, leftText } from '../../text/durationText.ts';

/** How long a request still waits before its agent's own terminal asks; `undefined` where it waits as long as it takes. */
function timeLeft({ requestId, escalatedAt, givesWayAt }: Prompt, now: number): number | undefined {
  const waits = requestId !== undefined && escalatedAt === undefined && givesWayAt !== undefined;
  return waits && givesWayAt > now ? givesWayAt - now : undefined;
}

/** Where a prompt is to be answered, if not just here, or not for long: in words, empty where there is nothing to say. */
export function placeWords(prompt: Prompt, now: number): string {
  const left = timeLeft(prompt, now);
  if (left !== undefined) {
    // The time first: a narrow row cuts off what follows.
    return `${leftText(left)} left, then in the terminal`;
  }
  return prompt.escalatedAt === undefined ? '' : 'in the terminal';
}

/** How long these words stay the same. */
export function placeStands(prompt: Prompt, now: number): number {
  const left = timeLeft(prompt, now);
  return left === undefined ? Number.POSITIVE_INFINITY : leftStands(left);
}

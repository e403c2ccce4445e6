import type { PtyProgram } from './ptyProgram.ts';
import { until } from './until.ts';

/** How long the screen has to stay as it is until it is plain that there is nothing more to draw. */
const restMs = 200;

/**
 * Waits until this is true of a program that has drawn everything and read every key. A program takes no keys before it has
 * drawn what they are for.
 */
export function atRest(pty: PtyProgram, what: string, probe: () => boolean): Promise<boolean> {
  let [before, since] = ['', Date.now()];
  const rests = () => {
    const now = pty.screen();
    if (now !== before || pty.rests() === false) {
      [before, since] = [now, Date.now()];
    }
    return probe() && Date.now() - since > restMs;
  };
  return until(what, rests, { instead: pty.screen });
}

/** Waits for an empty input box at rest, types a line, and sends it. */
export async function sendLine(pty: PtyProgram, inputBox: RegExp, line: string): Promise<void> {
  const input = () =>
    pty
      .screen()
      .split('\n')
      .findLast((text) => inputBox.test(text));
  await atRest(pty, 'an input box', () => input() !== undefined);
  pty.type(line);
  // Sent together, the end of the line would be taken for a part of pasted text.
  await atRest(pty, `${line} in the input box`, () => input()?.includes(line) === true);
  pty.press('enter');
}

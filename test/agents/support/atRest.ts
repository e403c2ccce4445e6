import { type ProgramTyping, typedLine } from '../../../src/core/run/programTerminal.ts';
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

/** Waits for an input box at rest, types a line, and sends it. */
export async function sendLine(pty: PtyProgram, inputBox: RegExp, line: string): Promise<void> {
  await inputIs(pty, inputBox, 'an input box', () => true);
  await sendTyped(pty, inputBox, line, line);
}

/** Types a text into an idle program as Beckon does, and sends it; what a person has half written there is put away first. */
export async function sendNudge(
  pty: PtyProgram,
  inputBox: RegExp,
  { stash, pasted }: ProgramTyping,
  { text, draft }: { readonly text: string; readonly draft?: string },
): Promise<void> {
  await inputIs(pty, inputBox, 'an input box', () => true);
  if (draft !== undefined) {
    pty.type(draft);
    await inputIs(pty, inputBox, `${draft} in the input box`, (shown) => shown.includes(draft));
    pty.type(stash?.keys ?? '');
    await inputIs(pty, inputBox, `no ${draft} in the input box`, (shown) => !shown.includes(draft));
  }
  const line = typedLine(text);
  await sendTyped(pty, inputBox, pasted?.(line) ?? line, line);
}

/** Sent together, the end of the line would be taken for a part of pasted text. */
async function sendTyped(pty: PtyProgram, inputBox: RegExp, keys: string, line: string): Promise<void> {
  pty.type(keys);
  await inputIs(pty, inputBox, `${line} in the input box`, (shown) => shown.includes(line));
  pty.press('enter');
}

async function inputIs(
  pty: PtyProgram,
  inputBox: RegExp,
  what: string,
  probe: (shown: string) => boolean,
): Promise<void> {
  const input = () =>
    pty
      .screen()
      .split('\n')
      .findLast((line) => inputBox.test(line));
  await atRest(pty, what, () => {
    const shown = input();
    return shown !== undefined && probe(shown);
  });
}

import type { Key } from './ptyProgram.ts';
import { until } from './until.ts';

/** A terminal on which Claude Code runs, wherever that is. */
export interface ClaudeTty {
  screen(): string | Promise<string>;
  type(text: string): void | Promise<void>;
  press(key: Key): void | Promise<void>;
  /** Whether what ran there is over, where that is known. */
  ended?(): boolean;
  /** Whether it has read every key and waits for the next, where that is known. */
  rests?(): boolean | undefined;
}

/** What a person does at a Claude Code, and waits for. */
export interface ClaudeHands {
  /** Waits until the screen shows this. */
  sees(what: RegExp): Promise<void>;
  /** Waits until the screen no longer shows this. */
  seesNo(what: RegExp): Promise<void>;
  /** Types a line into the input box and sends it; slash commands too. */
  submit(line: string): Promise<void>;
  /**
   * Waits for a dialog, goes to the option of that text and takes it, or leaves the dialog by Esc. Claude ignores keys in
   * a dialog that has only just appeared, so a key that has no effect is pressed again. A key that Claude has merely not
   * got around to must not be: the second one would meet whatever comes next.
   */
  answer(dialog: RegExp, option: RegExp | 'escape'): Promise<void>;
}

/** How long Claude has to rest over an unchanged screen until it is plain that it has nothing more to show. */
const restMs = 300;

/** The same where nobody tells whether it rests. */
const keyPauseMs = 700;

/** The last line of an empty or filled input box, which is there whenever no dialog is. */
export const inputBox = /^❯/mu;

/** The hands of a person at the Claude Code on this terminal. */
export function claudeHands(tty: ClaudeTty): ClaudeHands {
  const instead = async () => `The screen${tty.ended?.() ? ' at its end' : ''}:\n${await tty.screen()}`;
  const sees = async (what: RegExp) => {
    await until(`${what} on the screen`, async () => what.test(await tty.screen()), { instead });
  };
  return {
    sees,
    seesNo: async (what) => {
      await until(`no ${what} on the screen`, async () => !what.test(await tty.screen()), { instead });
    },
    submit: async (line) => {
      await tty.type(line);
      // Sent together, the end of the line would be taken for a part of pasted text.
      const shown = async () =>
        (await tty.screen())
          .split('\n')
          .findLast((text) => text.startsWith('❯'))
          ?.includes(line);
      await until(`${line} in the input box`, shown, { instead });
      await tty.press('enter');
    },
    answer: async (dialog, option) => {
      await sees(dialog);
      let [before, restsSince] = ['', Date.now()];
      const pressed = async () => {
        // The sign of a tool that waits blinks all the time.
        const now = (await tty.screen()).replaceAll(/^● /gmu, '  ');
        if (!dialog.test(now)) {
          return true;
        }
        const rests = tty.rests?.();
        if (now !== before || rests === false) {
          [before, restsSince] = [now, Date.now()];
        } else if (Date.now() - restsSince >= (rests ? restMs : keyPauseMs)) {
          await tty.press(keyTowards(option, now));
          restsSince = Date.now();
        }
        return false;
      };
      await until(`${dialog} to be answered by ${option}`, pressed, { instead });
    },
  };
}

/** The key that leads from the marked option to the wanted one. */
function keyTowards(option: RegExp | 'escape', screen: string): Key {
  if (option === 'escape') {
    return 'escape';
  }
  const marked = /^\s+❯ \d+\. (.*)$/mu.exec(screen)?.[1] ?? '';
  return option.test(marked) ? 'enter' : 'down';
}

/** Whether nothing was said since the screen was cleared. */
export function isCleared(screen: string): boolean {
  const inputs = screen.split('\n').filter((line) => line.startsWith('❯'));
  return inputs.map((line) => line.slice(1).trim()).join() === '/clear,';
}

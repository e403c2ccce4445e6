import { typing } from '../../../src/programs/qwenCode/pure/terminal.ts';
import { sendLine, sendNudge } from '../support/atRest.ts';
import type { PtyProgram } from '../support/ptyProgram.ts';
import { until } from '../support/until.ts';

/** What a person does at a Qwen Code. */
export interface QwenHands {
  /** Types a line into the input box and sends it. */
  submit(line: string): Promise<void>;
  /** Types a text as Beckon does. */
  nudge(text: string): Promise<void>;
  /** Takes the marked option of a dialog. A key is lost on one that has only just appeared, and harmless after it. */
  choose(dialog: RegExp): Promise<void>;
}

const keyPauseMs = 500;
const inputBox = /^> /u;

/** The hands of a person at the Qwen Code on this terminal. */
export function qwenHands(qwen: PtyProgram): QwenHands {
  return {
    submit: (line) => sendLine(qwen, inputBox, line),
    nudge: (text) => sendNudge(qwen, inputBox, typing, { text }),
    choose: async (dialog) => {
      await qwen.sees(dialog);
      let pressedAt = Date.now();
      const isOver = () => {
        if (dialog.test(qwen.screen()) && Date.now() - pressedAt >= keyPauseMs) {
          qwen.press('enter');
          pressedAt = Date.now();
        }
        return !dialog.test(qwen.screen());
      };
      await until(`the end of ${dialog}`, isOver, { instead: qwen.screen });
    },
  };
}

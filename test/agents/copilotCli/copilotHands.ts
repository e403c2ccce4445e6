import { typing } from '../../../src/programs/copilotCli/pure/terminal.ts';
import { atRest, sendLine, sendNudge } from '../support/atRest.ts';
import type { Key, PtyProgram } from '../support/ptyProgram.ts';
import type { Scene } from '../support/scene.ts';

/** What its terminal shows while a permission is asked for. */
const permissionDialog = /Do you want to (?:run this command|create|edit)/u;

const inputBox = /^❯/mu;

/** A Copilot CLI on a terminal of its own. */
export interface InteractiveCopilot extends PtyProgram {
  /** Types a line into the input box and sends it. */
  submit(line: string): Promise<void>;
  /** Types a text as Beckon does, while a person has half written something. */
  nudge(text: string, draft: string): Promise<void>;
  /** Waits for a permission dialog and leaves it by this key. */
  answer(key: Key): Promise<void>;
}

/** Starts Copilot CLI in the cage, and waits until it takes input and knows its hooks. */
export async function startCopilot(scene: Scene, args: readonly string[] = []): Promise<InteractiveCopilot> {
  const pty = scene.run('copilot', { args });
  await pty.sees(inputBox);
  await pty.sees(/\? help/u);
  return {
    ...pty,
    submit: (line) => sendLine(pty, inputBox, line),
    nudge: (text, draft) => sendNudge(pty, inputBox, typing, { text, draft }),
    answer: async (key) => {
      await atRest(pty, 'a permission dialog', () => permissionDialog.test(pty.screen()));
      pty.press(key);
      await pty.seesNo(permissionDialog);
    },
  };
}

import type { PtyProgram } from '../support/ptyProgram.ts';
import type { Scene } from '../support/scene.ts';
import { until } from '../support/until.ts';

/** What its terminal shows while a permission is asked for. */
export const permissionDialog = /Do you want to run this command\?/u;

const inputBox = /^❯/mu;

/** A Copilot CLI on a terminal of its own. */
export interface InteractiveCopilot extends PtyProgram {
  /** Types a line into the input box and sends it. */
  submit(line: string): Promise<void>;
}

/** Starts Copilot CLI in the cage, and waits until it takes input and knows its hooks. */
export async function startCopilot(scene: Scene, args: readonly string[] = []): Promise<InteractiveCopilot> {
  const pty = scene.run('copilot', { args });
  await pty.sees(inputBox);
  await pty.sees(/\? help/u);
  return {
    ...pty,
    submit: async (line) => {
      await pty.sees(inputBox);
      pty.type(line);
      // Sent together, the end of the line would be taken for a part of pasted text.
      const shown = () =>
        pty
          .screen()
          .split('\n')
          .findLast((text) => text.startsWith('❯'))
          ?.includes(line);
      await until(`${line} in the input box`, shown, { instead: pty.screen });
      pty.press('enter');
    },
  };
}

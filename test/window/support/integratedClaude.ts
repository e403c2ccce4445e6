import { type ClaudeHands, claudeHands, inputBox } from '../../agents/support/claudeHands.ts';
import type { Key } from '../../agents/support/ptyProgram.ts';
import type { EditorWindow } from './editorWindow.ts';

/** A Claude Code in a terminal of a window. */
export type IntegratedClaude = ClaudeHands;

const keys: Readonly<Record<Key, string>> = { enter: 'Enter', escape: 'Escape', down: 'ArrowDown' };

/** What the shell on the stage says when it waits for a command. */
const shellPrompt = /^\$ ?$/mu;

/**
 * Opens a terminal in this window and starts Claude Code there, as a person would; in another folder when one is named.
 * Hands work in the terminal in front.
 */
export async function runClaude(
  window: EditorWindow,
  args: readonly string[] = [],
  folder?: string,
): Promise<IntegratedClaude> {
  const hands = claudeHands({
    screen: () => window.terminalText(),
    type: async (text) => {
      await window.focusTerminal();
      await window.type(text);
    },
    press: async (key) => {
      await window.focusTerminal();
      await window.press(keys[key]);
    },
  });
  await window.run('workbench.action.terminal.new');
  await hands.sees(shellPrompt);
  await window.focusTerminal();
  await window.type([...(folder ? ['cd', folder, '&&', 'clear', '&&'] : []), 'claude', ...args].join(' '));
  await window.press('Enter');
  await hands.sees(inputBox);
  return hands;
}

import * as vscode from 'vscode';
import { ui } from './ui.ts';

/**
 * Resolves when the page has drawn what was asked of VS Code before: that comes in its order. Only then does it say
 * something that a thing is not there. `word` is what the status bar shows for that.
 */
export async function everythingDrawn(word = 'all is drawn'): Promise<void> {
  const shown = vscode.window.setStatusBarMessage(word);
  const selector = `.statusbar-item:has-text("${word}")`;
  await ui({ do: 'waitFor', selector });
  shown.dispose();
  await ui({ do: 'waitFor', selector, state: 'detached' });
  // A tree that is drawn asks for its rows again, and until then a button on one names none. The answer comes after that.
  await vscode.commands.executeCommand('setContext', 'beckon.test', word);
}

import * as vscode from 'vscode';
import type { NotifyKind, NotifyLevel } from '../core/view/notifyKinds.ts';

/** Switches the notifications of a kind off, as far as they are toasts, and offers to undo that. */
export async function muteKind(kind: NotifyKind): Promise<void> {
  const key = `beckon.notify.${kind}` as const;
  const settings = vscode.workspace.getConfiguration();
  const { Global } = vscode.ConfigurationTarget;
  const before = settings.inspect<NotifyLevel>(key)?.globalValue;
  await settings.update(key, 'badge', Global);
  const text = vscode.l10n.t(
    'Notifications of this kind are off ({0}). The tree and the status bar go on.',
    key,
  );
  const undo = vscode.l10n.t('Undo');
  if ((await vscode.window.showInformationMessage(text, undo)) === undo) {
    await settings.update(key, before, Global);
  }
}

import * as vscode from 'vscode';
import { restrictedSentence } from '../core/view/healthView.ts';

/** Says what Restricted Mode means, with the way out of it. */
export async function tellRestricted(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const said = await vscode.window
    .showInformationMessage(vscode.l10n.t(restrictedSentence), manage)
    .then(undefined, () => undefined);
  if (said === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}

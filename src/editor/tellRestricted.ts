import * as vscode from 'vscode';

/** Says what is not done in Restricted Mode, with the way out of it. */
export async function tellRestricted(sentence: string): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const said = await vscode.window.showInformationMessage(sentence, manage).then(undefined, () => undefined);
  if (said === manage) {
    await vscode.commands.executeCommand('workbench.trust.manage');
  }
}

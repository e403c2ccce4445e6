import * as vscode from 'vscode';
import { beckonHome, pathEnd } from '../node/beckonHome.ts';

/** Lets the terminals of VS Code find the command line `beckon`. */
export function extendTerminalPath(collection: vscode.EnvironmentVariableCollection): void {
  collection.description = vscode.l10n.t('Adds the command `beckon`');
  collection.append('PATH', pathEnd(beckonHome(process.env)), {
    applyAtProcessCreation: true,
    applyAtShellIntegration: true,
  });
}

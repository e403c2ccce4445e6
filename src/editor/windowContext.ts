import type * as vscode from 'vscode';

/** What VS Code hands to an extension that starts in a window, as far as Beckon uses it. */
export type WindowContext = Pick<
  vscode.ExtensionContext,
  'workspaceState' | 'environmentVariableCollection' | 'extension' | 'extensionUri' | 'asAbsolutePath'
>;

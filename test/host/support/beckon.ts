import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** The installed extension as VS Code knows it. */
export function installedBeckon(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('beckon.beckon');
  if (!extension) throw new Error('VS Code does not know beckon.beckon');
  return extension;
}

/** The extension's module: the very one VS Code loaded, since both `require` the same file. */
export function beckonModule(): { activate(context?: unknown): unknown; deactivate(): unknown } {
  return createRequire(__filename)(join(installedBeckon().extensionPath, 'dist', 'extension.cjs'));
}

/** The commands the manifest contributes. */
export function contributedCommands(): readonly string[] {
  const commands: readonly { command: string }[] = installedBeckon().packageJSON.contributes.commands;
  return commands.map(({ command }) => command);
}

/** The commands under Beckon's name that run code now; those VS Code makes for the views by itself are left out. */
export async function registeredCommands(): Promise<readonly string[]> {
  const contributed = new Set(contributedCommands());
  return (await vscode.commands.getCommands(true)).filter((id) => contributed.has(id));
}

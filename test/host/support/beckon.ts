import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';

/** The installed extension as VS Code knows it. */
export function installedBeckon(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('beckon.beckon');
  if (!extension) throw new Error('VS Code does not know beckon.beckon');
  return extension;
}

/** The file VS Code loaded the extension from. */
export function beckonFile(): string {
  return join(installedBeckon().extensionPath, 'dist', 'extension.cjs');
}

/** Where all code of the extension lies that runs in this host. */
export function beckonFolder(): string {
  return dirname(beckonFile());
}

/** The extension's module: the very one VS Code loaded, since both `require` the same file. */
export function beckonModule(): { activate(context?: unknown): unknown; deactivate(): unknown } {
  return createRequire(__filename)(beckonFile());
}

/** The commands the manifest contributes. */
export function contributedCommands(): readonly string[] {
  const commands: readonly { command: string }[] = installedBeckon().packageJSON.contributes.commands;
  return commands.map(({ command }) => command).sort();
}

/** What VS Code makes by itself for a view, after the view's id. */
const viewCommands = ['focus', 'open', 'removeView', 'resetViewLocation', 'toggleVisibility'];

/** Every command under Beckon's name that runs code now, but those VS Code makes for the views by itself. */
export async function registeredCommands(): Promise<readonly string[]> {
  const views: Readonly<Record<string, readonly { id: string }[]>> =
    installedBeckon().packageJSON.contributes.views;
  const made = Object.values(views).flatMap((list) =>
    list.flatMap(({ id }) => viewCommands.map((name) => `${id}.${name}`)),
  );
  const ids = await vscode.commands.getCommands();
  return ids.filter((id) => /^_?beckon\./.test(id) && !made.includes(id)).sort();
}

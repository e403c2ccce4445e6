import * as vscode from 'vscode';
import { toastText } from '../../core/text/foreignText.ts';
import type { ScriptWork } from '../../node/hooks/scriptWork.ts';
import { createScript, makeExecutable } from '../../node/hooks/scriptWork.ts';
import { folderOf, hookUri } from '../hooks/hookTarget.ts';

const { l10n, Uri, window } = vscode;

/** Writes a script for the hook of a HOOK.md that has none, and opens it. */
export async function createHookScript(target: unknown): Promise<void> {
  const path = await workOn(target, createScript);
  if (path !== undefined) {
    await window.showTextDocument(Uri.file(path));
  }
}

/** Makes the script of the hook of a HOOK.md executable. */
export async function makeHookExecutable(target: unknown): Promise<void> {
  await workOn(target, makeExecutable);
}

async function workOn(
  target: unknown,
  work: (folder: string) => Promise<ScriptWork>,
): Promise<string | undefined> {
  const uri = hookUri(target);
  if (!uri) {
    return undefined;
  }
  const done = await work(folderOf(uri).fsPath);
  if ('wrong' in done) {
    void window.showErrorMessage(l10n.t('The script was not changed: {0}.', toastText(done.wrong, 300)));
    return undefined;
  }
  return done.path;
}

import * as vscode from 'vscode';
import { toastText } from '../../core/text/foreignText.ts';
import { folderName } from '../../core/view/hookRows.ts';
import { placedFolder } from '../../node/hooks/trust.ts';
import { tellRestricted } from '../tellRestricted.ts';
import type { HookTarget, HookWatch } from './hookWatch.ts';

const { l10n, Uri, window, workspace } = vscode;

/**
 * The HOOK.md that a command is about: one that is named by its address, or without a name the one in the active
 * editor; nothing where the command is about a row.
 */
export function hookUri(target: unknown): vscode.Uri | undefined {
  if (target === undefined) {
    const { uri } = window.activeTextEditor?.document ?? {};
    return uri && isHookFile(uri) ? uri : undefined;
  }
  const uri =
    target instanceof Uri
      ? target
      : typeof target === 'string' && target.startsWith('file:')
        ? Uri.parse(target)
        : undefined;
  return uri && isHookFile(uri) ? uri : undefined;
}

/** The hook that a command is about, by its row or its HOOK.md, as it is now; says so where it is none. */
export async function hookTarget(watch: HookWatch, target: unknown): Promise<HookTarget | undefined> {
  const uri = hookUri(target);
  if (!uri) {
    if (target === undefined) {
      void window.showInformationMessage(l10n.t('Open a HOOK.md file first.'));
    }
    return watch.find(target);
  }
  await watch.look();
  const found = watch.findIn(await placedFolder(folderOf(uri).fsPath));
  if (!found) {
    if (!workspace.isTrusted) {
      void tellRestricted();
      return undefined;
    }
    const name = toastText(folderName(folderOf(uri).fsPath), 80);
    void window.showInformationMessage(
      l10n.t(
        '"{0}" is not in a place where hooks are run. Move it to .agents/hooks in a workspace folder, or to your own hooks.',
        name,
      ),
    );
  }
  return found;
}

/** Saves what is open of a hook: what is run is what is on disk. Says whether all of it is. */
export async function saveHook(folder: string): Promise<boolean> {
  const dirty = [];
  for (const document of workspace.textDocuments) {
    const { uri, isDirty } = document;
    if (isDirty && uri.scheme === 'file' && (await isIn(folder, uri))) {
      dirty.push(document);
    }
  }
  const saved = await Promise.all(dirty.map((document) => document.save()));
  return saved.every(Boolean);
}

/** Whether a file is the HOOK.md of a hook or one of its scripts. */
async function isIn(folder: string, uri: vscode.Uri): Promise<boolean> {
  const parent = folderOf(uri);
  return (
    (await placedFolder(parent.fsPath)) === folder ||
    (folderName(parent.path) === 'scripts' && (await placedFolder(folderOf(parent).fsPath)) === folder)
  );
}

/** The folder that a file is in. */
export function folderOf(uri: vscode.Uri): vscode.Uri {
  return Uri.joinPath(uri, '..');
}

function isHookFile({ scheme, path }: vscode.Uri): boolean {
  return scheme === 'file' && path.endsWith('/HOOK.md');
}

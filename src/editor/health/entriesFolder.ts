import * as vscode from 'vscode';
import { refusalMessage } from '../../core/settings/refusalMessage.ts';
import type { Scope } from '../../core/settings/wanted.ts';
import { scopeAmong, scopes } from '../../core/settings/wanted.ts';
import { sentenceOf } from '../../core/view/healthWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import { ensureRelay } from '../../node/ensureRelay.ts';
import type { Refused } from '../../node/entries/changeSettings.ts';
import type { InstallOptions, InstallResult } from '../../node/entries/installEntriesIn.ts';
import { installEntriesIn } from '../../node/entries/installEntriesIn.ts';
import type { SettingsPlace } from '../../node/entries/settingsPlace.ts';
import type { SetupProgram } from '../../node/programNode.ts';
import { version } from '../../node/version.ts';
import { readSetting } from '../readSetting.ts';

/** A folder that has entries or is to get them, and whose settings file they are in. */
export interface EntriesFolder {
  readonly name: string;
  readonly folder: string;
  /** The folder whose file it is: mostly the same, but the main checkout for a worktree that is served by it. */
  readonly holder: string;
  readonly scope: Scope;
  /** The program whose settings these are. */
  readonly program: SetupProgram;
}

/** The scope new entries of a program get: the one the person chose, where it has that. */
export function chosenScope({ settings }: SetupProgram): Scope {
  const chosen = readSetting('beckon.install.scope');
  return scopeAmong(
    settings.scopes,
    scopes.find((scope) => scope === chosen),
  );
}

/** Where the entries of a folder go. */
export function placeOf({ program, holder, scope }: EntriesFolder): SettingsPlace {
  return { program, scope, workspace: holder, env: process.env };
}

/** Writes the entries of a folder, with the relay they run; only what was agreed to, where something was. */
export function writeEntries(
  folder: EntriesFolder,
  agreed?: NonNullable<InstallOptions['agreed']>,
): Promise<InstallResult> {
  return installEntriesIn({
    ...placeOf(folder),
    ensureRelay: async (home) => {
      await ensureRelay([folder.program], home, version);
    },
    ...(agreed ? { agreed } : {}),
  });
}

/** Why a settings file was left alone, as part of a sentence. */
export function refusedWords(folder: EntriesFolder, { file, refusal }: Refused): string {
  return sentenceOf(refusalMessage(file, refusal), folder, personHome(process.env));
}

/** Says why a settings file was left alone, and opens it where the person wants to fix it. */
export function tellRefusal(folder: EntriesFolder, refused: Refused): void {
  const { l10n, window } = vscode;
  const { file, refusal } = refused;
  const why = refusedWords(folder, refused);
  const open = l10n.t('Open File');
  const told = window.showErrorMessage(l10n.t('{0}; nothing was changed.', why), open);
  void told.then(
    (said) => (said === open ? openFile(file, refusal) : undefined),
    () => undefined,
  );
}

/** Opens a file at a place in it; line and column count from 1. */
export async function openFile(
  file: string,
  { line = 1, column = 1 }: { readonly line?: number | undefined; readonly column?: number | undefined } = {},
): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}

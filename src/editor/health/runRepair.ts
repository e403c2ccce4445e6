import * as vscode from 'vscode';
import type { Repair } from '../../core/view/healthView.ts';
import { harmlessText } from '../../core/view/healthWords.ts';
import { openFile } from './entriesFolder.ts';
import type { EntriesSetup } from './entriesSetup.ts';
import type { WatchedFolder } from './folderHealths.ts';
import { startProgram } from './startProgram.ts';

const { commands, env, l10n, window } = vscode;

/** Does what one click can do about a finding of one of the folders. */
export async function runRepair(
  repair: Repair,
  folders: readonly WatchedFolder[],
  setup: EntriesSetup,
): Promise<void> {
  const meant =
    'folder' in repair
      ? folders.filter(
          ({ folder, program }) =>
            folder === repair.folder && (repair.program === undefined || program.id === repair.program),
        )
      : [];
  switch (repair.do) {
    case 'install':
      return setup.show(meant);
    case 'repair':
      return setup.repair(meant);
    // It asks by itself whether the folder is trusted, and tells whoever lacks it how to get it.
    case 'startProgram':
    case 'getProgram':
      await Promise.all(meant.map(({ program, folder }) => startProgram(program, folder)));
      return;
    case 'open':
      return openFile(repair.file, repair);
    case 'explain':
      return explain(repair);
    case 'manageTrust':
      await commands.executeCommand('workbench.trust.manage');
      return;
    case 'openFolder':
      await commands.executeCommand('vscode.openFolder');
      return;
  }
}

async function explain({
  text,
  command,
}: {
  readonly text: string;
  readonly command: string;
}): Promise<void> {
  const copy = l10n.t('Copy');
  const detail = l10n.t('To fix it: {0}', harmlessText(command));
  const said = await window
    .showInformationMessage(text, { modal: true, detail }, copy)
    .then(undefined, () => undefined);
  if (said === copy) {
    await env.clipboard.writeText(command);
  }
}

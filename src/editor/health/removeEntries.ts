import * as vscode from 'vscode';
import { listWords } from '../../core/text/listWords.ts';
import { isNotInstalled } from '../../core/view/healthView.ts';
import { fileWords, harmlessText } from '../../core/view/healthWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import { uninstallEntriesIn } from '../../node/entries/uninstallEntriesIn.ts';
import type { EntriesFolder } from './entriesFolder.ts';
import { placeOf, tellRefusal } from './entriesFolder.ts';
import type { FolderHealths, WatchedFolder } from './folderHealths.ts';

const { l10n, window } = vscode;

/**
 * Takes the entries out of the settings of this window's folders, and says what it did. Entries elsewhere that serve
 * them as well, the person's own or those of the main checkout, serve other folders too: they go on a second click.
 */
export async function removeEntries(healths: FolderHealths): Promise<void> {
  const both = healths.all.flatMap((folder) =>
    folder.program.settings.scopes
      .filter((scope) => scope !== 'user')
      .map((scope) => ({ ...folder, holder: folder.folder, scope })),
  );
  const files = await remove(both);
  await healths.refresh();
  const elsewhere = healths.all.filter((folder) => !isNotInstalled(folder));
  if (elsewhere.length > 0) {
    void offerElsewhere(elsewhere, healths);
  } else if (files.length === 0) {
    void window.showInformationMessage(
      l10n.t('There are no entries of Beckon in the settings of this workspace.'),
    );
  }
}

/** Takes entries out, and says so; the files that had some come back. */
async function remove(folders: readonly EntriesFolder[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of folders) {
    const result = await uninstallEntriesIn(placeOf(folder));
    if (result.outcome === 'refused') {
      tellRefusal(folder, result);
    } else if (result.outcome !== 'nothing') {
      files.push(fileWords(result.file, folder, personHome(process.env)));
    }
  }
  if (files.length > 0) {
    void window.showInformationMessage(l10n.t("Removed Beckon's entries from {0}.", files.join(', ')));
  }
  return files;
}

async function offerElsewhere(folders: readonly WatchedFolder[], healths: FolderHealths): Promise<void> {
  const also = l10n.t('Remove There Too');
  const home = personHome(process.env);
  const files = listWords([...new Set(folders.map((folder) => fileWords(folder.file, folder, home)))]);
  const names = listWords([...new Set(folders.map(({ name }) => harmlessText(name)))]);
  const text = l10n.t('Agents in {0} still tell Beckon, by entries in {1}.', names, files);
  const said = await window
    .showInformationMessage(text, { modal: true }, also)
    .then(undefined, () => undefined);
  if (said === also) {
    await remove(folders);
    await healths.refresh();
  }
}

import * as vscode from 'vscode';
import { isNotInstalled } from '../../core/view/healthView.ts';
import { folderNames, harmlessText } from '../../core/view/healthWords.ts';
import type { Disposable } from '../disposableStore.ts';
import { chosenScope, tellRefusal, writeEntries } from './entriesFolder.ts';
import type { FolderHealths, WatchedFolder } from './folderHealths.ts';
import { InstallReview } from './installReview.ts';

const { l10n, window } = vscode;

/** Puts entries where they are wanted: new ones after the person saw them, lost ones on a click. */
export class EntriesSetup implements Disposable {
  readonly #folders: FolderHealths;
  readonly #review = new InstallReview();

  constructor(folders: FolderHealths) {
    this.#folders = folders;
  }

  /** Shows what would be written for folders, of which the person may choose, and writes it when they agree. */
  async show(folders: readonly WatchedFolder[]): Promise<void> {
    // Where there are entries already, they are mended where they are.
    const chosen = (await pickFolders(folders)).map((folder) =>
      isNotInstalled(folder) ? { ...folder, scope: chosenScope() } : folder,
    );
    const written = await this.#review.show(chosen);
    await this.#folders.refresh();
    if (written && chosen.length > 0) {
      const names = folderNames(chosen.map(({ name }) => name));
      void window.showInformationMessage(l10n.t('Beckon hears the agents in {0} from now on.', names));
    }
  }

  /** Writes what is shown at the moment. */
  writeShown(): void {
    this.#review.write();
  }

  /** Puts the entries of a folder back as they were. */
  async repair(folder: WatchedFolder): Promise<void> {
    const result = await writeEntries(folder);
    if (result.outcome === 'refused') {
      tellRefusal(folder, result);
    } else {
      window.setStatusBarMessage(l10n.t('Beckon’s entries are in place again.'), 5000);
    }
    await this.#folders.refresh();
  }

  dispose(): void {
    this.#review.dispose();
  }
}

async function pickFolders(folders: readonly WatchedFolder[]): Promise<readonly WatchedFolder[]> {
  if (folders.length < 2) {
    return folders;
  }
  const items = folders.map((folder) => ({
    label: harmlessText(folder.name),
    description: harmlessText(folder.folder),
    picked: true,
    folder,
  }));
  const placeHolder = l10n.t('Folders to set up; the changes are shown next');
  const picked = await window.showQuickPick(items, { canPickMany: true, placeHolder, ignoreFocusOut: true });
  return (picked ?? []).map(({ folder }) => folder);
}

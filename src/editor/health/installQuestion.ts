import * as vscode from 'vscode';
import { mayAskInstall } from '../../core/settings/consent.ts';
import { hasEntries, isNotInstalled } from '../../core/view/healthView.ts';
import { lacksProgram, setupQuestion } from '../../core/view/healthWords.ts';
import { readSetting } from '../readSetting.ts';
import type { ConsentMemory } from './consentMemory.ts';
import type { EntriesSetup } from './entriesSetup.ts';
import type { WatchedFolder } from './folderHealths.ts';

/** The question whether Beckon may put its entries into the settings of this window's folders. */
export class InstallQuestion {
  readonly #memory: ConsentMemory;
  readonly #setup: EntriesSetup;
  /** The folders that were seen with entries of a program: whoever takes them out again wants no question. */
  readonly #had = new Set<string>();

  constructor(memory: ConsentMemory, setup: EntriesSetup) {
    this.#memory = memory;
    this.#setup = setup;
  }

  /**
   * Asks about the folders and programs that have no entries, where they were not asked about before: one question for
   * all.
   */
  async consider(folders: readonly WatchedFolder[]): Promise<void> {
    for (const one of folders.filter(hasEntries)) {
      this.#had.add(keyOf(one));
    }
    const isDue = (one: WatchedFolder) =>
      !this.#had.has(keyOf(one)) &&
      mayAskInstall(this.#memory.of(one.folder), lacksProgram(one) ? undefined : one.program.id, Date.now());
    const lacking = folders.filter((folder) => isNotInstalled(folder) && isDue(folder));
    if (lacking.length === 0 || !readSetting('beckon.install.ask') || !vscode.workspace.isTrusted) {
      return;
    }
    const paths = lacking.map(({ folder }) => folder);
    // Remembered before it is answered: one that is overlooked is not asked again.
    await this.#memory.restart(lacking);
    const { l10n, window } = vscode;
    const [show, later, never] = [
      l10n.t('Show Changes…'),
      l10n.t('Not Now'),
      l10n.t('Never for This Workspace'),
    ];
    const said = await window
      .showInformationMessage(setupQuestion(lacking), show, later, never)
      .then(undefined, () => undefined);
    if (said === show) {
      await this.#setup.show(lacking);
    } else if (said === later) {
      await this.#memory.add(paths, { putOffAt: Date.now() });
    } else if (said === never) {
      await this.#memory.never();
    }
  }
}

function keyOf({ folder, program }: WatchedFolder): string {
  return `${program.id} ${folder}`;
}

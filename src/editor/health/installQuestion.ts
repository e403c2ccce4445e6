import * as vscode from 'vscode';
import { mayAskInstall } from '../../core/settings/consent.ts';
import { hasEntries, isNotInstalled } from '../../core/view/healthView.ts';
import { folderNames } from '../../core/view/healthWords.ts';
import type { SetupProgram } from '../../node/programNode.ts';
import { readSetting } from '../readSetting.ts';
import type { ConsentMemory } from './consentMemory.ts';
import type { EntriesSetup } from './entriesSetup.ts';
import type { WatchedFolder } from './folderHealths.ts';

/** The question whether Beckon may put its entries into the settings of this window's folders. */
export class InstallQuestion {
  readonly #program: SetupProgram;
  readonly #memory: ConsentMemory;
  readonly #setup: EntriesSetup;
  /** The folders that were seen with entries: whoever takes them out again wants no question. */
  readonly #had = new Set<string>();

  constructor(program: SetupProgram, memory: ConsentMemory, setup: EntriesSetup) {
    this.#program = program;
    this.#memory = memory;
    this.#setup = setup;
  }

  /** Asks about the folders that have no entries, where they were not asked about before: one question for all. */
  async consider(folders: readonly WatchedFolder[]): Promise<void> {
    for (const one of folders.filter(hasEntries)) {
      this.#had.add(one.folder);
    }
    const isDue = ({ folder }: WatchedFolder) =>
      !this.#had.has(folder) && mayAskInstall(this.#memory.of(folder), Date.now());
    const lacking = folders.filter((folder) => isNotInstalled(folder) && isDue(folder));
    if (lacking.length === 0 || !readSetting('beckon.install.ask') || !vscode.workspace.isTrusted) {
      return;
    }
    const paths = lacking.map(({ folder }) => folder);
    // Remembered before it is answered: one that is overlooked is not asked again.
    await this.#memory.restart(paths);
    const { l10n, window } = vscode;
    const names = folderNames(lacking.map(({ name }) => name));
    const [show, later, never] = [
      l10n.t('Show Changes…'),
      l10n.t('Not Now'),
      l10n.t('Never for This Workspace'),
    ];
    const said = await window
      .showInformationMessage(
        l10n.t(
          "Let Beckon tell you when an agent in {0} needs you? It adds entries to {1}'s settings; you see every line first.",
          names,
          this.#program.name,
        ),
        show,
        later,
        never,
      )
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

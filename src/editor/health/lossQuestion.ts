import * as vscode from 'vscode';
import { listWords } from '../../core/text/listWords.ts';
import { lossStep } from '../../core/view/healthView.ts';
import { fileWords } from '../../core/view/healthWords.ts';
import { beckonHome, personHome } from '../../node/beckonHome.ts';
import { forgetLoss, tellLoss } from '../../node/entries/toldLosses.ts';
import type { ConsentMemory } from './consentMemory.ts';
import type { EntriesSetup } from './entriesSetup.ts';
import type { WatchedFolder } from './folderHealths.ts';

/** The question what to do about entries that are gone or were changed. */
export class LossQuestion {
  readonly #memory: ConsentMemory;
  readonly #setup: EntriesSetup;

  constructor(memory: ConsentMemory, setup: EntriesSetup) {
    this.#memory = memory;
    this.#setup = setup;
  }

  /** Asks about the files that lost entries: once for each loss, in one window, and once for what is lost together. */
  async consider(folders: readonly WatchedFolder[]): Promise<void> {
    const home = beckonHome(process.env);
    const losses: WatchedFolder[] = [];
    for (const folder of folders) {
      const step = lossStep(folder);
      if (step === 'forget') {
        await forgetLoss(home, folder.file);
      } else if (step === 'tell' && this.#mayAsk(folder) && (await tellLoss(home, folder.file))) {
        losses.push(folder);
      }
    }
    for (const same of [losses.filter(isGone), losses.filter((one) => !isGone(one))]) {
      // Not awaited: the others are not to wait for an answer.
      void (same.length > 0 && this.#ask(same));
    }
  }

  /** In the window the person looks at; another one asks when they come to it, if nobody did before. */
  #mayAsk({ folder }: WatchedFolder): boolean {
    return vscode.window.state.focused && this.#memory.of(folder).repair !== 'never';
  }

  async #ask(folders: readonly WatchedFolder[]): Promise<void> {
    const { l10n, window } = vscode;
    const home = personHome(process.env);
    const files = listWords(folders.map((folder) => fileWords(folder.file, folder, home)));
    const text = folders.every(isGone)
      ? l10n.t("Beckon's entries are gone from {0}: it no longer gets every event.", files)
      : l10n.t("Beckon's entries were changed in {0}: it may no longer get every event.", files);
    const [repair, show, never] = [l10n.t('Repair'), l10n.t('Show Changes…'), l10n.t("Don't Ask Again")];
    const said = await window.showWarningMessage(text, repair, show, never).then(undefined, () => undefined);
    if (said === repair) {
      await this.#setup.repair(folders);
    } else if (said === show) {
      await this.#setup.show(folders);
    } else if (said === never) {
      const paths = folders.map(({ folder }) => folder);
      await this.#memory.add(paths, { repair: 'never' });
    }
  }
}

function isGone({ findings }: WatchedFolder): boolean {
  return findings.some(({ name }) => name === 'lost');
}

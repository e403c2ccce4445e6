import * as vscode from 'vscode';
import { healthView, isNotInstalled, leftToDo } from '../../core/view/healthView.ts';
import { byFolder, fileWords, folderNames, harmlessText, lacksProgram } from '../../core/view/healthWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import { planInstall } from '../../node/entries/planInstall.ts';
import type { Disposable } from '../disposableStore.ts';
import type { EntriesFolder } from './entriesFolder.ts';
import { chosenScope, placeOf, tellRefusal, writeEntries } from './entriesFolder.ts';
import type { FolderHealths, WatchedFolder } from './folderHealths.ts';
import { InstallReview } from './installReview.ts';
import type { Planned } from './reviewWords.ts';
import { reviewQuestion } from './reviewWords.ts';
import { runRepair } from './runRepair.ts';

const { l10n, window } = vscode;

/** Puts entries where they are wanted: new ones after the person saw them, lost ones on a click. */
export class EntriesSetup implements Disposable {
  readonly #folders: FolderHealths;
  readonly #review = new InstallReview();

  constructor(folders: FolderHealths) {
    this.#folders = folders;
  }

  /** Shows what would be written for folders and programs, of which the person may choose, and writes it when they agree. */
  async show(folders: readonly WatchedFolder[]): Promise<void> {
    // Where there are entries already, they are repaired where they are.
    const chosen = (await pickFolders(folders)).map((folder) =>
      isNotInstalled(folder) ? { ...folder, scope: chosenScope(folder.program) } : folder,
    );
    const done = chosen.length > 0 && (await this.#install(chosen));
    await this.#folders.refresh();
    if (done) {
      void this.#tellDone(chosen);
    }
  }

  /** Writes what is shown at the moment, or cancels that. */
  answerShown(write: boolean): void {
    this.#review.answer(write);
  }

  /** Puts entries back as they were. */
  async repair(folders: readonly WatchedFolder[]): Promise<void> {
    let done = true;
    for (const folder of folders) {
      const result = await writeEntries(folder);
      if (result.outcome === 'refused') {
        done = false;
        tellRefusal(folder, result);
      }
    }
    if (done) {
      window.setStatusBarMessage(l10n.t('Beckon is set up again.'), 5000);
    }
    await this.#folders.refresh();
  }

  dispose(): void {
    this.#review.dispose();
  }

  /** Says that folders are set up; where something still keeps it from hearing agents, what, with a click that fixes it. */
  async #tellDone(chosen: readonly EntriesFolder[]): Promise<void> {
    const folders = this.#folders.all.filter(({ folder, program }) =>
      chosen.some((one) => one.folder === folder && one.program === program),
    );
    const names = folderNames(byFolder(folders).flatMap(([first]) => (first ? [first.name] : [])));
    const home = personHome(process.env);
    const left = leftToDo(healthView({ trusted: vscode.workspace.isTrusted, folders, home }));
    if (!left) {
      void window.showInformationMessage(l10n.t('Beckon is set up for {0}.', names));
      return;
    }
    const { words, row } = left;
    const message = l10n.t('Beckon is set up for {0}. Left to do: {1}', names, words);
    const told =
      row.weight === 'problem'
        ? window.showWarningMessage(message, row.fix)
        : window.showInformationMessage(message, row.fix);
    if ((await told.then(undefined, () => undefined)) === row.fix) {
      await runRepair(row.repair, this.#folders.all, this);
    }
  }

  /** Whether the entries of all the folders are in place in the end. A file that changes while it is shown is shown again. */
  async #install(folders: readonly EntriesFolder[]): Promise<boolean> {
    let done = true;
    for (let left = folders; left.length > 0; ) {
      const { planned, refused } = await plansFor(left);
      done &&= !refused;
      const changes = planned.filter(({ plan }) => plan.before !== plan.after);
      const question = reviewQuestion(changes, { changed: left !== folders });
      if (changes.length > 0 && !(await this.#review.agree(changes, question))) {
        return false;
      }
      const again: EntriesFolder[] = [];
      for (const { folder, plan } of planned) {
        const result = await writeEntries(folder, plan);
        if (result.outcome === 'refused' && result.refusal.code === 'changed') {
          again.push(folder);
        } else if (result.outcome === 'refused') {
          done = false;
          tellRefusal(folder, result);
        }
      }
      left = again;
    }
    return done;
  }
}

/** What an install would write for folders, each file once. A refusal of one is said, and the others go on. */
async function plansFor(
  folders: readonly EntriesFolder[],
): Promise<{ readonly planned: readonly Planned[]; readonly refused: boolean }> {
  const plans = await Promise.all(
    folders.map(async (folder) => ({ folder, plan: await planInstall(placeOf(folder)) })),
  );
  const planned: Planned[] = [];
  for (const { folder, plan } of plans) {
    if (plan.outcome === 'refused') {
      tellRefusal(folder, plan);
    } else if (!planned.some((one) => one.plan.file === plan.file)) {
      planned.push({ folder, plan });
    }
  }
  return { planned, refused: plans.some(({ plan }) => plan.outcome === 'refused') };
}

async function pickFolders(folders: readonly WatchedFolder[]): Promise<readonly WatchedFolder[]> {
  if (folders.length < 2) {
    return folders;
  }
  const oneFolder = byFolder(folders).length === 1;
  const items = folders.map((folder) => ({
    label: oneFolder ? folder.program.name : `${harmlessText(folder.name)} · ${folder.program.name}`,
    description: oneFolder
      ? fileWords(folder.file, folder, personHome(process.env))
      : harmlessText(folder.folder),
    // What is not on the machine is set up only where that is asked for.
    picked: !(isNotInstalled(folder) && lacksProgram(folder)),
    folder,
  }));
  const placeHolder = l10n.t('What to set up; the changes are shown next');
  const picked = await window.showQuickPick(items, { canPickMany: true, placeHolder, ignoreFocusOut: true });
  return (picked ?? []).map(({ folder }) => folder);
}

import * as vscode from 'vscode';
import { healthView, leftToDo, wasNeverSetUp } from '../../core/view/healthView.ts';
import { byFolder, fileWords, harmlessText, lacksProgram, setUpWords } from '../../core/view/healthWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import type { Refused } from '../../node/entries/changeSettings.ts';
import { planInstall } from '../../node/entries/planInstall.ts';
import type { Disposable } from '../disposableStore.ts';
import type { EntriesFolder } from './entriesFolder.ts';
import { chosenScope, openFile, placeOf, refusedWords, tellRefusal, writeEntries } from './entriesFolder.ts';
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
      wasNeverSetUp(folder) ? { ...folder, scope: chosenScope(folder.program) } : folder,
    );
    const outcome = await this.#install(chosen);
    await this.#folders.refresh();
    if (outcome.done.length > 0) {
      void this.#tellDone(outcome);
      return;
    }
    for (const { folder, refused } of outcome.leftAlone) {
      tellRefusal(folder, refused);
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

  /**
   * Says in one message what is set up, which files were left alone, and what still keeps Beckon from hearing agents, with
   * a click that fixes it.
   */
  async #tellDone({ done, leftAlone }: SetupOutcome): Promise<void> {
    const folders = this.#folders.all.filter(({ folder, program }) =>
      done.some((one) => one.folder === folder && one.program === program),
    );
    const home = personHome(process.env);
    const left = leftToDo(healthView({ trusted: vscode.workspace.isTrusted, folders, home }));
    const words = setUpWords(
      folders,
      leftAlone.map(({ folder, refused }) => ({ ...folder, why: refusedWords(folder, refused) })),
    );
    const message = left ? l10n.t('{0} Left to do: {1}', words, left.words) : words;
    const [first] = leftAlone;
    const open = l10n.t('Open File');
    const buttons = [...new Set([...(left ? [left.row.fix] : []), ...(first ? [open] : [])])];
    const told =
      first || left?.row.weight === 'problem'
        ? window.showWarningMessage(message, ...buttons)
        : window.showInformationMessage(message, ...buttons);
    const said = await told.then(undefined, () => undefined);
    if (left && said === left.row.fix) {
      await runRepair(left.row.repair, this.#folders.all, this);
    } else if (first && said === open) {
      await openFile(first.refused.file, first.refused.refusal);
    }
  }

  /** Puts the entries of folders in place, as far as the person agrees. A file that changes while it is shown is shown again. */
  async #install(folders: readonly EntriesFolder[]): Promise<SetupOutcome> {
    const leftAlone: LeftAloneFolder[] = [];
    const without = (others: readonly EntriesFolder[]) => ({
      done: folders.filter((one) => !others.includes(one) && !leftAlone.some(({ folder }) => folder === one)),
      leftAlone,
    });
    for (let left = folders; left.length > 0; ) {
      const { planned, refused } = await plansFor(left);
      leftAlone.push(...refused);
      const changes = planned.filter(({ plan }) => plan.before !== plan.after);
      const question = reviewQuestion(changes, { changed: left !== folders });
      if (changes.length > 0 && !(await this.#review.agree(changes, question))) {
        return left === folders ? { done: [], leftAlone: [] } : without(left);
      }
      const again: EntriesFolder[] = [];
      for (const { folder, plan } of planned) {
        const result = await writeEntries(folder, plan);
        if (result.outcome === 'refused' && result.refusal.code === 'changed') {
          again.push(folder);
        } else if (result.outcome === 'refused') {
          leftAlone.push({ folder, refused: result });
        }
      }
      left = again;
    }
    return without([]);
  }
}

/** A folder whose settings file was not written, and why. */
interface LeftAloneFolder {
  readonly folder: EntriesFolder;
  readonly refused: Refused;
}

/** What came of a set-up; what the person did not agree to is in neither. */
interface SetupOutcome {
  readonly done: readonly EntriesFolder[];
  readonly leftAlone: readonly LeftAloneFolder[];
}

/** What an install would write for folders, each file once. Where one is refused, the others go on. */
async function plansFor(
  folders: readonly EntriesFolder[],
): Promise<{ readonly planned: readonly Planned[]; readonly refused: readonly LeftAloneFolder[] }> {
  const plans = await Promise.all(
    folders.map(async (folder) => ({ folder, plan: await planInstall(placeOf(folder)) })),
  );
  const planned: Planned[] = [];
  const refused: LeftAloneFolder[] = [];
  for (const { folder, plan } of plans) {
    if (plan.outcome === 'refused') {
      refused.push({ folder, refused: plan });
    } else if (!planned.some((one) => one.plan.file === plan.file)) {
      planned.push({ folder, plan });
    }
  }
  return { planned, refused };
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
    picked: !(wasNeverSetUp(folder) && lacksProgram(folder)),
    folder,
  }));
  const placeHolder = l10n.t('What to set up; the changes are shown next');
  const picked = await window.showQuickPick(items, { canPickMany: true, placeHolder, ignoreFocusOut: true });
  return (picked ?? []).map(({ folder }) => folder);
}

import * as vscode from 'vscode';
import { fileWords, folderNames, sentenceOf } from '../../core/view/healthWords.ts';
import { personHome } from '../../node/beckonHome.ts';
import type { InstallPlan } from '../../node/entries/planInstall.ts';
import { contextKeys } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { EntriesFolder } from './entriesFolder.ts';

const scheme = 'beckon-settings';
const { l10n, window } = vscode;

/** What is planned for one folder. */
export interface Planned {
  readonly folder: EntriesFolder;
  readonly plan: InstallPlan;
}

/** Shows what would be written into settings files, and hears whether the person agrees. */
export class InstallReview implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #shown: { readonly title: string; readonly texts: string; readonly remind: () => void } | undefined;
  #answer: ((write: boolean) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #turns = 0;
  #count = 0;

  constructor() {
    this.#parts.add(
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
      }),
    );
    // The message with the buttons hides after some seconds, and a person may have read for longer than that.
    this.#parts.add(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        const shown = this.#shown;
        if (shown && closed.some((tab) => isTabOf(tab, shown.title))) {
          shown.remind();
        }
      }),
    );
  }

  /**
   * Opens the changes and waits for what the person says; only a button counts. `changed` says that they were shown
   * before, and are others now. A new review cancels the one before it, and begins when that one is cleared away.
   */
  agree(changes: readonly Planned[], changed: boolean): Promise<boolean> {
    this.#answer?.(false);
    const turn = ++this.#turns;
    const review = this.#last.then(() => turn === this.#turns && this.#review(changes, changed));
    this.#last = review.catch(() => undefined);
    return review;
  }

  /** What the button above the changes does. */
  write(): void {
    this.#answer?.(true);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #review(changes: readonly Planned[], changed: boolean): Promise<boolean> {
    const title = titleOf(changes);
    const question = questionOf(changes, changed);
    const [write, cancel] = [l10n.t('Write'), l10n.t('Cancel')];
    const texts = JSON.stringify(changes.map(({ plan }) => [plan.file, plan.before, plan.after]));
    setReviews(true);
    const opened = this.#open(title, changes).catch(() => undefined);
    const agreed = await new Promise<boolean>((resolve) => {
      this.#answer = resolve;
      const ask = async () => {
        // A reload of the window rejects, which says nothing.
        const said = await window
          .showInformationMessage(question, write, cancel)
          .then(undefined, () => undefined);
        // The message of a review that was cancelled may still be there; it asks the same where the texts are the same.
        if (said === write && this.#shown?.texts === texts) {
          this.#answer?.(true);
        } else if (said !== undefined && this.#answer === resolve) {
          resolve(said === write);
        } else if (said === write) {
          void window.showInformationMessage(l10n.t('Nothing was written: this was answered already.'));
        }
      };
      this.#shown = { title, texts, remind: () => void ask() };
      void opened.then(() => (this.#answer === resolve ? ask() : undefined));
    });
    this.#shown = undefined;
    this.#answer = undefined;
    setReviews(false);
    // Before that the tabs may not be there yet.
    await opened;
    await closeTabs(title);
    return agreed;
  }

  async #open(title: string, changes: readonly Planned[]): Promise<void> {
    this.#texts.clear();
    this.#count++;
    const sides = changes.map(({ folder, plan }) => {
      const path = `/${wordsOf(plan, folder)}`;
      const side = (name: string, text: string) => {
        const uri = vscode.Uri.from({ scheme, path, query: `${name}-${this.#count}` });
        this.#texts.set(uri.toString(), text);
        return uri;
      };
      return [side('now', plan.before ?? ''), side('planned', plan.after)] as const;
    });
    const [first] = sides;
    if (sides.length === 1 && first) {
      await vscode.commands.executeCommand('vscode.diff', ...first, title, { preview: false });
    } else {
      const list = sides.map(([now, planned]) => [planned, now, planned]);
      await vscode.commands.executeCommand('vscode.changes', title, list);
    }
  }
}

function titleOf(changes: readonly Planned[]): string {
  const [first] = changes;
  const what = first && changes.length === 1 ? wordsOf(first.plan, first.folder) : namesOf(changes);
  return l10n.t("{0}: with Beckon's entries, not written yet", what);
}

function questionOf(changes: readonly Planned[], changed: boolean): string {
  const [first] = changes;
  const single = first && changes.length === 1 ? first : undefined;
  const file = single && wordsOf(single.plan, single.folder);
  return [
    ...(changed ? [l10n.t('It was changed while it was shown; this is how it would be now.')] : []),
    single
      ? l10n.t('Write {0} entries to {1}?', single.plan.entries, file ?? '')
      : l10n.t('Write the entries of {0}?', namesOf(changes)),
    ...changes.flatMap(({ folder, plan }) => linkWords(plan, folder)),
    ...changes.flatMap(({ folder, plan }) => refusalWords(plan, folder)),
    ...(changes.some(({ plan }) => plan.git === 'told')
      ? [single ? l10n.t('Git will overlook the file.') : l10n.t('Git will overlook the files.')]
      : []),
    ...(changes.some(({ plan }) => plan.git === 'tracked')
      ? [l10n.t('Git tracks the file, so your entries would reach everybody.')]
      : []),
  ].join(' ');
}

/** A link is named before anything is written where it leads. */
function linkWords({ file, linkedTo }: InstallPlan, folder: EntriesFolder): readonly string[] {
  const words = (path: string) => fileWords(path, folder, personHome(process.env));
  return linkedTo === undefined ? [] : [l10n.t('{0} is a link to {1}.', words(file), words(linkedTo))];
}

function refusalWords({ excludeRefused }: InstallPlan, folder: EntriesFolder): readonly string[] {
  return excludeRefused === undefined ? [] : [sentenceOf(excludeRefused, folder, personHome(process.env))];
}

function namesOf(changes: readonly Planned[]): string {
  return folderNames(changes.map(({ folder }) => folder.name));
}

function wordsOf({ file }: InstallPlan, folder: EntriesFolder): string {
  return fileWords(file, folder, personHome(process.env));
}

/** The changes of several files count them behind the title. */
function isTabOf({ label }: vscode.Tab, title: string): boolean {
  return label.startsWith(title);
}

async function closeTabs(title: string): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => isTabOf(tab, title));
  await window.tabGroups.close(tabs, true);
}

function setReviews(on: boolean): void {
  void vscode.commands.executeCommand('setContext', contextKeys.reviews, on);
}

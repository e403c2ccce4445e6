import * as vscode from 'vscode';
import { contextKeys } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { Planned, ReviewQuestion } from './reviewWords.ts';
import { plannedFile, reviewTitle } from './reviewWords.ts';

const scheme = 'beckon-settings';
const { l10n, window } = vscode;

/** Shows what would be written into settings files, and hears whether the person agrees. */
export class InstallReview implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #texts = new Map<string, string>();
  #shown: string | undefined;
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
    // A reload brings the changes of a review back, and nobody waits for an answer to it any more.
    void window.tabGroups.close(
      tabsWhere(({ input }) => isReview(input)),
      true,
    );
    this.#parts.add(
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        const title = this.#shown;
        const isMeant = (tab: vscode.Tab) => title !== undefined && isTabOf(tab, title);
        // One that was moved to another group is closed here, and open there.
        if (closed.some(isMeant) && tabsWhere(isMeant).length === 0) {
          this.answer(false);
        }
      }),
    );
  }

  /**
   * Opens the changes with the question on top of them, and waits for what the person says. Whoever wants to read first
   * puts the question away, and finds Write and Cancel above the changes; closing them is Cancel. A new review cancels
   * the one before it, and begins when that one is cleared away.
   */
  agree(changes: readonly Planned[], question: ReviewQuestion): Promise<boolean> {
    this.answer(false);
    const turn = ++this.#turns;
    const review = this.#last.then(() => turn === this.#turns && this.#review(changes, question));
    this.#last = review.catch(() => undefined);
    return review;
  }

  /** What the buttons above the changes do. */
  answer(write: boolean): void {
    this.#answer?.(write);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #review(changes: readonly Planned[], question: ReviewQuestion): Promise<boolean> {
    const title = reviewTitle(changes);
    setReviews(true);
    const opened = this.#open(title, changes).then(
      () => true,
      () => false,
    );
    const agreed = await new Promise<boolean>((resolve) => {
      this.#answer = resolve;
      this.#shown = title;
      // The changes first, or they would take the keyboard away from the message. Nobody agrees to what they cannot see.
      void opened.then(async (isOpen) => {
        if (!isOpen) {
          void window.showErrorMessage(l10n.t("The changes can't be shown; nothing was changed."));
          resolve(false);
        } else if (this.#answer === resolve && (await asksToWrite(question))) {
          resolve(true);
        }
      });
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
    const sides = changes.map((planned) => {
      // Two slashes at the start would be no path.
      const path = `/${plannedFile(planned).replace(/^\/+/u, '')}`;
      const side = (name: string, text: string) => {
        const uri = vscode.Uri.from({ scheme, path, query: `${name}-${this.#count}` });
        this.#texts.set(uri.toString(), text);
        return uri;
      };
      const { before, after } = planned.plan;
      return [side('now', before ?? ''), side('planned', after)] as const;
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

/** Whether the person agrees at once. Esc only puts the message away, and a reload says nothing. */
async function asksToWrite({ message, detail }: ReviewQuestion): Promise<boolean> {
  const write: vscode.MessageItem = { title: l10n.t('Write') };
  const review: vscode.MessageItem = { title: l10n.t('Review First'), isCloseAffordance: true };
  const said = await window
    .showInformationMessage(message, { modal: true, detail }, write, review)
    .then(undefined, () => undefined);
  return said === write;
}

/** The changes of several files count them behind the title. */
function isTabOf({ label }: vscode.Tab, title: string): boolean {
  return label.startsWith(title);
}

async function closeTabs(title: string): Promise<void> {
  await window.tabGroups.close(
    tabsWhere((tab) => isTabOf(tab, title)),
    true,
  );
}

function tabsWhere(isMeant: (tab: vscode.Tab) => boolean): vscode.Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isMeant));
}

function isReview(input: unknown): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === scheme;
}

function setReviews(on: boolean): void {
  void vscode.commands.executeCommand('setContext', contextKeys.reviews, on);
}

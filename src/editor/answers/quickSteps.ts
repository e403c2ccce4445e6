import * as vscode from 'vscode';
import type { Disposable } from '../disposableStore.ts';
import { isTooSoon, readMs } from './tooSoon.ts';

/** A button in the title of a list, for what is no answer. */
export interface StepButton {
  readonly name: 'read' | 'skip';
  readonly icon: string;
  readonly tooltip: string;
}

/** How a list is shown. */
export interface PickOptions<Item> {
  readonly title?: string;
  readonly placeholder: string;
  /** What the title says while a line is active. */
  readonly describe?: (item: Item) => string;
  readonly many?: boolean;
  readonly back?: boolean;
  readonly buttons?: readonly StepButton[];
  /** Whether a choice answers an agent: then a key that is still held down, from before the list was there, must not choose. */
  readonly answers?: boolean;
  /** Whether what is chosen has to be read first: then nothing counts that comes sooner than anybody reads. */
  readonly reads?: boolean;
  /** What is ticked already. */
  readonly ticked?: readonly Item[];
  /** Told what is ticked when the person goes back, or takes another button. */
  readonly keep?: (ticked: readonly Item[]) => void;
}

/**
 * Some quick picks and input boxes, one after the other. The next is shown before the last is let go of: between two
 * of them VS Code would give the focus back, and what the person types would go into a terminal.
 */
export class QuickSteps implements Disposable {
  static #open: QuickSteps | undefined;
  readonly #over: vscode.CancellationToken | undefined;
  #current: vscode.QuickInput | undefined;

  /** `over` takes away what is shown. */
  constructor(over?: vscode.CancellationToken) {
    this.#over = over;
  }

  /** Takes away the list or box that is open: no document may open behind it. */
  static leave(): void {
    QuickSteps.#open?.dispose();
  }

  /** Lets the person choose, or take a button; `undefined` where they leave, or it is over. */
  pick<Item extends vscode.QuickPickItem>(
    items: readonly Item[],
    {
      title,
      describe,
      placeholder,
      many = false,
      back = false,
      buttons = [],
      answers = false,
      reads = false,
      ticked = [],
      keep,
    }: PickOptions<Item>,
  ): Promise<readonly Item[] | 'back' | StepButton['name'] | undefined> {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = title;
    pick.placeholder = placeholder;
    pick.canSelectMany = many;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.items = items;
    if (many) {
      pick.selectedItems = items.filter((item) => ticked.includes(item));
    }
    if (describe) {
      pick.onDidChangeActive(([item]) => {
        pick.title = item ? describe(item) : title;
      });
    }
    const shown = buttons.map(({ name, icon, tooltip }) => ({
      name,
      tooltip,
      iconPath: new vscode.ThemeIcon(icon),
    }));
    pick.buttons = [...(back ? [vscode.QuickInputButtons.Back] : []), ...shown];
    const shownAt = performance.now();
    const calm = answers && !many ? waitForCalm(pick) : undefined;
    return this.#show(pick, (end) => {
      pick.onDidTriggerButton((button) => {
        const name = shown.find((one) => one === button)?.name ?? 'back';
        if (name === 'skip' && isTooSoon(shownAt)) {
          return;
        }
        keep?.(many ? pick.selectedItems : []);
        end(name);
      });
      pick.onDidAccept(() => {
        // It was meant for what stood there before.
        if (reads && !many && isTooSoon(shownAt)) {
          // Or the same line could not be chosen again.
          pick.selectedItems = [];
          return;
        }
        if (pick.selectedItems.length > 0) {
          end(pick.selectedItems);
        } else if (many) {
          pick.title = vscode.l10n.t('{0} (select at least one)', title ?? '');
        } else {
          calm?.();
        }
      });
    });
  }

  /** Lets the person write; `undefined` where they leave, or it is over. */
  input(title: string, prompt: string): Promise<string | undefined> {
    const box = vscode.window.createInputBox();
    box.title = title;
    box.prompt = prompt;
    let pressedAt = performance.now();
    return this.#show(box, (end) => {
      box.onDidAccept(() => {
        const before = pressedAt;
        pressedAt = performance.now();
        // A key that is still held down, from before the box was there, says nothing.
        if (box.value !== '' || !isTooSoon(before)) {
          end(box.value);
        }
      });
    });
  }

  dispose(): void {
    this.#current?.dispose();
    this.#current = undefined;
  }

  #show<Result>(
    next: vscode.QuickInput,
    wire: (end: (result: Result | undefined) => void) => void,
  ): Promise<Result | undefined> {
    next.ignoreFocusOut = true;
    return new Promise((resolve) => {
      const watch = this.#over?.onCancellationRequested(() => end(undefined));
      const end = (result: Result | undefined) => {
        watch?.dispose();
        resolve(result);
      };
      wire(end);
      next.onDidHide(() => end(undefined));
      const last = this.#current;
      this.#current = next;
      if (this.#over?.isCancellationRequested) {
        end(undefined);
      } else {
        QuickSteps.#open = this;
        next.show();
      }
      last?.dispose();
    });
  }
}

/**
 * Leaves every line of a list inactive, so that Enter chooses none, until no key was pressed for a moment; then the first
 * is active as usual. Whoever moves to a line or writes has one at once. Returns what is to be called for each Enter.
 */
function waitForCalm<Item extends vscode.QuickPickItem>(pick: vscode.QuickPick<Item>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const end = () => clearTimeout(timer);
  const begin = () => {
    end();
    timer = isOver
      ? undefined
      : setTimeout(() => {
          pick.activeItems = pick.items.slice(0, 1);
        }, readMs);
  };
  pick.activeItems = [];
  // Also told when the list is shown, and nothing is active as it should be.
  pick.onDidChangeActive(({ length }) => (length > 0 ? end() : begin()));
  pick.onDidHide(() => {
    isOver = true;
    end();
  });
  begin();
  return begin;
}

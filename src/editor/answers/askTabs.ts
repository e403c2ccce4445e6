import * as vscode from 'vscode';
import { isTooSoon } from './tooSoon.ts';

/** A document about an ask. */
interface AskTab {
  readonly decision: string;
  /** The context keys that its buttons depend on. */
  readonly keys: readonly string[];
  readonly openedAt: number;
}

/** The documents that show asks in one way, and their tabs. Context keys list them, so that each has the right buttons. */
export class AskTabs {
  readonly #keys: readonly string[];
  /** By address. */
  readonly #tabs = new Map<string, AskTab>();
  /** When a document of any kind was last closed from here while it was in front. */
  static #closedAt = Number.NEGATIVE_INFINITY;

  constructor(...keys: readonly string[]) {
    this.#keys = keys;
    this.#tell();
  }

  /** The decisions that have a document. */
  get decisions(): ReadonlySet<string> {
    return new Set([...this.#tabs.values()].map(({ decision }) => decision));
  }

  /** Notes what a document is about that is opened now. `keys` are those that list it. */
  add(uri: vscode.Uri, decision: string, keys = this.#keys): void {
    this.#tabs.set(uri.toString(), { decision, keys, openedAt: performance.now() });
    AskTabs.#closedAt = Number.NEGATIVE_INFINITY;
    this.#tell();
  }

  /**
   * The decision of the document at `target`, or of the one in front where nothing is named. None for a moment after one was
   * closed: the second of two quick clicks would answer what came to light behind it. And by a key or the palette, none that
   * nobody can have read yet.
   */
  decisionOf(target: unknown): string | undefined {
    if (isTooSoon(AskTabs.#closedAt)) {
      return undefined;
    }
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = target === undefined ? shownIn(activeTab) : target;
    const tab = uri instanceof vscode.Uri ? this.#tabs.get(uri.toString()) : undefined;
    return target === undefined && tab && isTooSoon(tab.openedAt) ? undefined : tab?.decision;
  }

  /** Whether a document about a decision is in front. */
  isInFront(decision: string): boolean {
    const uri = shownIn(vscode.window.tabGroups.activeTabGroup.activeTab);
    return this.of(decision).some((one) => String(one) === String(uri));
  }

  /** The addresses of the documents about a decision. */
  of(decision: string): readonly vscode.Uri[] {
    return [...this.#tabs].flatMap(([uri, tab]) =>
      tab.decision === decision ? [vscode.Uri.parse(uri)] : [],
    );
  }

  /** Forgets the documents about a decision, so that nothing above them answers any more. */
  forget(decision: string): ReadonlySet<string> {
    const uris = new Set(this.of(decision).map(String));
    for (const uri of uris) {
      this.#tabs.delete(uri);
    }
    this.#tell();
    return uris;
  }

  /**
   * Forgets the documents about a decision, and closes those tabs that still show one of them. `before` runs in between:
   * whoever asks for the same meanwhile finds nothing to close.
   */
  async close(decision: string, before?: (uris: ReadonlySet<string>) => Promise<void>): Promise<void> {
    const uris = this.forget(decision);
    await before?.(uris);
    await this.#closeTabs(uris);
  }

  /** Closes the tab of a document whose ask was over before VS Code had opened it. */
  async closeIfForgotten(uri: vscode.Uri): Promise<void> {
    if (!this.#tabs.has(uri.toString())) {
      await this.#closeTabs(new Set([uri.toString()]));
    }
  }

  async #closeTabs(uris: ReadonlySet<string>): Promise<void> {
    const meant = tabsOf(uris);
    if (meant.some(({ isActive }) => isActive)) {
      AskTabs.#closedAt = performance.now();
    }
    // Where the keyboard was in one of them, the editors keep it.
    await vscode.window.tabGroups.close(meant);
  }

  #tell(): void {
    for (const key of this.#keys) {
      const listed = [...this.#tabs].flatMap(([uri, { keys }]) => (keys.includes(key) ? [uri] : []));
      void vscode.commands.executeCommand('setContext', key, listed);
    }
  }
}

/** Closes the tabs that a window before a reload has left behind: nobody knows any more what they showed. */
export function closeLeftTabs(scheme: string): void {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  void vscode.window.tabGroups.close(
    tabs.filter((tab) => shownIn(tab)?.scheme === scheme),
    true,
  );
}

/** The tabs that show one of these documents. */
export function tabsOf(uris: ReadonlySet<string>): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => uris.has(String(shownIn(tab))));
}

/** The document that a tab shows; of a comparison, the changed side. */
function shownIn(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const { input } = tab ?? {};
  if (input instanceof vscode.TabInputText) {
    return input.uri;
  }
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

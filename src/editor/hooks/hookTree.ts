import * as vscode from 'vscode';
import { restrictedSentence } from '../../core/view/healthView.ts';
import type { HookGroupRow, HookRow } from '../../core/view/hookRows.ts';
import { hookRows } from '../../core/view/hookRows.ts';
import type { ShownRows } from '../../core/view/rowChanges.ts';
import { rowChanges, shownRows } from '../../core/view/rowChanges.ts';
import { viewIds } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import { tooltipOf, treeItem } from '../treeItem.ts';
import type { HookWatch } from './hookWatch.ts';

const { l10n, window, workspace } = vscode;

/** The tree of hooks. Its elements are ids, so that a row keeps its place and selection while its text changes. */
export class HookTree implements Disposable, vscode.TreeDataProvider<string> {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #watch: HookWatch;
  readonly #view: vscode.TreeView<string>;
  #rows: ShownRows<HookGroupRow | HookRow> = new Map();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(watch: HookWatch) {
    this.#watch = watch;
    this.#view = this.#parts.add(window.createTreeView(viewIds.hooks, { treeDataProvider: this }));
    this.#parts.add(watch.onDidLook(() => this.#refresh()));
    this.#parts.add(
      this.#view.onDidChangeVisibility(({ visible }) => {
        watch.visible = visible;
        // A refresh just as the view appears for the first time gets lost, so everything is drawn again then.
        this.#changed.fire(undefined);
      }),
    );
  }

  async getChildren(id?: string): Promise<string[]> {
    if (id !== undefined) {
      return (this.#rows.get(id)?.children ?? []).map((row) => row.id);
    }
    // Until the first look is over nobody knows whether there are none.
    await this.#watch.read();
    return [...this.#rows.values()].flatMap((row) => (row.kind === 'hooks' ? [row.id] : []));
  }

  getParent(id: string): string | undefined {
    const row = this.#rows.get(id);
    return row?.kind === 'hook' ? row.parent : undefined;
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    return row ? treeItem(row) : new vscode.TreeItem(id);
  }

  resolveTreeItem(item: vscode.TreeItem, id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    item.tooltip = row && tooltipOf(row);
    return item;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #refresh(): void {
    const before = this.#rows;
    this.#rows = shownRows<HookGroupRow | HookRow>(hookRows(this.#watch.groups, Date.now()));
    // Where there are no rows the welcome text says it.
    const isPart = !workspace.isTrusted && this.#rows.size > 0;
    const message = isPart
      ? l10n.t("{0} The workspace's hooks are not shown.", restrictedSentence)
      : undefined;
    if (this.#view.message !== message) {
      this.#view.message = message;
    }
    const changes = rowChanges(before, this.#rows);
    if (changes === 'all' || changes.length > 0) {
      this.#changed.fire(changes === 'all' ? undefined : [...changes]);
    }
  }
}

import * as vscode from 'vscode';
import type { PlaceOf } from '../core/view/askText.ts';
import { needyAgents, needyRuns } from '../core/view/needy.ts';
import type { ShownRows } from '../core/view/rowChanges.ts';
import { rowChanges, shownRows } from '../core/view/rowChanges.ts';
import { treeRows } from '../core/view/treeRows.ts';
import { viewIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import { notifyLevels } from './notifier.ts';
import { treeItem } from './treeItem.ts';
import type { WindowView } from './windowView.ts';

const tickMs = 1000;

/** The tree of runs and agents. Its elements are ids, so that a row keeps its place and selection while its text changes. */
export class AgentTree implements Disposable, vscode.TreeDataProvider<string> {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #shown: WindowView;
  readonly #placeOf: PlaceOf;
  readonly #view: vscode.TreeView<string>;
  #rows: ShownRows = new Map();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(shown: WindowView, placeOf: PlaceOf) {
    this.#shown = shown;
    this.#placeOf = placeOf;
    this.#view = this.#parts.add(vscode.window.createTreeView(viewIds.agents, { treeDataProvider: this }));
    this.#parts.add(shown.onDidChange(() => this.#refresh()));
    // A refresh just as the view appears for the first time gets lost, so everything is drawn again then.
    this.#parts.add(this.#view.onDidChangeVisibility(() => this.#changed.fire(undefined)));
    const timer = setInterval(() => this.#tick(), tickMs);
    this.#parts.add({ dispose: () => clearInterval(timer) });
    this.#refresh();
  }

  getChildren(id?: string): string[] {
    if (id !== undefined) {
      return (this.#rows.get(id)?.children ?? []).map((row) => row.id);
    }
    return [...this.#rows.values()].flatMap((row) =>
      row.kind === 'folder' || row.kind === 'run' ? [row.id] : [],
    );
  }

  getParent(id: string): string | undefined {
    const row = this.#rows.get(id);
    return row?.kind === 'agent' || row?.kind === 'step' ? row.parent : undefined;
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    return row ? treeItem(row) : new vscode.TreeItem(id);
  }

  /** Shows a row, and selects it; only ever called for a click. */
  async reveal(id: string): Promise<void> {
    await vscode.commands.executeCommand(`${viewIds.agents}.focus`);
    if (this.#rows.has(id)) {
      await this.#view
        .reveal(id, { select: true, focus: true, expand: true })
        .then(undefined, () => undefined);
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #refresh(): void {
    const before = this.#rows;
    const levels = notifyLevels();
    const { state } = this.#shown;
    this.#rows = shownRows(treeRows({ state, now: Date.now(), placeOf: this.#placeOf, levels }));
    const needy = needyAgents(state, levels).length + needyRuns(state, levels).length;
    const one = vscode.l10n.t('1 agent needs you');
    const tooltip = needy === 1 ? one : vscode.l10n.t('{0} agents need you', needy);
    if (needy !== this.#view.badge?.value) {
      this.#view.badge = needy > 0 ? { value: needy, tooltip } : undefined;
    }
    const changes = rowChanges(before, this.#rows);
    if (changes === 'all' || changes.length > 0) {
      this.#changed.fire(changes === 'all' ? undefined : [...changes]);
    }
  }

  #tick(): void {
    if (this.#view.visible) {
      this.#refresh();
    }
  }
}

import * as vscode from 'vscode';
import { agentRows } from '../core/view/agentRows.ts';
import type { ShownRows } from '../core/view/rowChanges.ts';
import { rowChanges, shownRows } from '../core/view/rowChanges.ts';
import type { AgentStore } from './agentStore.ts';
import { viewIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

const tickMs = 1000;

/** The tree of agents. Its elements are ids, so that a row keeps its place and selection while its text changes. */
export class AgentTree implements Disposable, vscode.TreeDataProvider<string> {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<string[] | undefined>());
  readonly #store: AgentStore;
  readonly #view: vscode.TreeView<string>;
  #rows: ShownRows = new Map();
  #opened: ReadonlySet<string> = new Set();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(store: AgentStore) {
    this.#store = store;
    this.#view = this.#parts.add(vscode.window.createTreeView(viewIds.agents, { treeDataProvider: this }));
    this.#parts.add(store.onDidChange(() => this.#refresh()));
    // A refresh just as the view appears for the first time gets lost, so everything is drawn again then.
    this.#parts.add(this.#view.onDidChangeVisibility(() => this.#changed.fire(undefined)));
    const timer = setInterval(() => this.#tick(), tickMs);
    this.#parts.add({ dispose: () => clearInterval(timer) });
    this.#refresh();
  }

  getChildren(id?: string): string[] {
    return [...this.#rows.values()].flatMap((row) => (row.parent === id ? [row.id] : []));
  }

  getParent(id: string): string | undefined {
    return this.#rows.get(id)?.parent;
  }

  getTreeItem(id: string): vscode.TreeItem {
    const row = this.#rows.get(id);
    if (!row) {
      return new vscode.TreeItem(id);
    }
    const { None, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.children.length > 0 ? Expanded : None);
    const color = row.icon.color ? new vscode.ThemeColor(row.icon.color) : undefined;
    item.id = row.id;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.contextValue = `agent.${row.urgency}`;
    item.iconPath = new vscode.ThemeIcon(row.icon.id, color);
    item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
    return item;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #refresh(): void {
    const before = this.#rows;
    this.#rows = shownRows(agentRows(this.#store.state, Date.now()));
    const needy = [...this.#rows.values()].filter(({ urgency }) => urgency === 'attention').length;
    const one = vscode.l10n.t('1 agent needs you');
    const tooltip = needy === 1 ? one : vscode.l10n.t('{0} agents need you', needy);
    this.#view.badge = needy > 0 ? { value: needy, tooltip } : undefined;
    const changes = rowChanges(before, this.#rows);
    if (changes === 'all' || changes.length > 0) {
      this.#changed.fire(changes === 'all' ? undefined : [...changes]);
    }
    this.#open();
  }

  /** Opens a row when its first subagent comes: VS Code keeps a row that had no children closed. */
  #open(): void {
    if (!this.#view.visible) {
      return;
    }
    const parents = [...this.#rows.values()].filter(({ children }) => children.length > 0);
    for (const { id } of parents.filter((row) => !this.#opened.has(row.id))) {
      // It fails when the row went away meanwhile; then there is nothing to open.
      this.#view.reveal(id, { select: false, focus: false, expand: true }).then(undefined, () => undefined);
    }
    this.#opened = new Set(parents.map(({ id }) => id));
  }

  #tick(): void {
    if (this.#view.visible) {
      this.#refresh();
    }
  }
}

import * as vscode from 'vscode';
import type { AgentRow } from '../core/view/agentRow.ts';
import { agentRows } from '../core/view/agentRows.ts';
import type { AgentStore } from './agentStore.ts';
import { viewIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

const tickMs = 1000;

/** The tree of agents. Durations tick only while the view is open and has rows. */
export class AgentTree implements Disposable, vscode.TreeDataProvider<AgentRow> {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #store: AgentStore;
  readonly #view: vscode.TreeView<AgentRow>;
  #opened: ReadonlySet<string> = new Set();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(store: AgentStore) {
    this.#store = store;
    this.#view = this.#parts.add(vscode.window.createTreeView(viewIds.agents, { treeDataProvider: this }));
    this.#parts.add(store.onDidChange(() => this.#refresh()));
    // A refresh just as the view appears for the first time gets lost, so it is asked for again then.
    this.#parts.add(this.#view.onDidChangeVisibility(() => this.#refresh()));
    const timer = setInterval(() => this.#tick(), tickMs);
    this.#parts.add({ dispose: () => clearInterval(timer) });
    this.#refresh();
  }

  getChildren(row?: AgentRow): AgentRow[] {
    return [...(row ? row.children : agentRows(this.#store.state, Date.now()))];
  }

  getParent(row: AgentRow): AgentRow | undefined {
    return this.getChildren().find(({ id }) => id === row.parent);
  }

  getTreeItem(row: AgentRow): vscode.TreeItem {
    const { None, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(row.label, row.children.length > 0 ? Expanded : None);
    item.id = row.id;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.contextValue = `agent.${row.urgency}`;
    item.iconPath = new vscode.ThemeIcon(
      row.icon.id,
      row.icon.color ? new vscode.ThemeColor(row.icon.color) : undefined,
    );
    item.accessibilityInformation = { label: `${row.label}, ${row.description}` };
    return item;
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #refresh(): void {
    const rows = this.getChildren();
    const needy = rows
      .flatMap((row) => [row, ...row.children])
      .filter(({ urgency }) => urgency === 'attention');
    const tooltip =
      needy.length === 1
        ? vscode.l10n.t('1 agent needs you')
        : vscode.l10n.t('{0} agents need you', needy.length);
    this.#view.badge = needy.length > 0 ? { value: needy.length, tooltip } : undefined;
    this.#changed.fire();
    this.#open(rows);
  }

  /** Opens a row when its first subagent comes: VS Code keeps a row that had no children closed. */
  #open(rows: readonly AgentRow[]): void {
    if (!this.#view.visible) {
      return;
    }
    const parents = rows.filter(({ children }) => children.length > 0);
    for (const row of parents.filter(({ id }) => !this.#opened.has(id))) {
      // It fails when the row went away meanwhile; then there is nothing to open.
      this.#view.reveal(row, { select: false, focus: false, expand: true }).then(undefined, () => undefined);
    }
    this.#opened = new Set(parents.map(({ id }) => id));
  }

  #tick(): void {
    this.#store.expire();
    if (this.#view.visible && this.#store.state.agents.size > 0) {
      this.#changed.fire();
    }
  }
}

import * as vscode from 'vscode';
import { statusBarView } from '../core/view/statusBarView.ts';
import type { AgentStore } from './agentStore.ts';
import { commandIds } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

/** The status-bar item: how many agents need a person, work, and are idle. */
export class AgentStatus implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  readonly #store: AgentStore;

  constructor(store: AgentStore) {
    this.#store = store;
    const { Left } = vscode.StatusBarAlignment;
    this.#item = this.#parts.add(vscode.window.createStatusBarItem('beckon.status', Left, 100));
    this.#item.name = 'Beckon';
    this.#item.command = commandIds.showAgents;
    this.#parts.add(store.onDidChange(() => this.#render()));
    this.#render();
    this.#item.show();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #render(): void {
    const { text, words, warns } = statusBarView(this.#store.state);
    this.#item.text = text;
    this.#item.tooltip = words;
    this.#item.accessibilityInformation = { label: words };
    this.#item.backgroundColor = warns ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  }
}

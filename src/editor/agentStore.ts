import * as vscode from 'vscode';
import type { AgentsState } from '../core/agent/agents.ts';
import type { Event } from '../core/event/event.ts';
import type { AgentKeeper } from '../node/hub/agentKeeper.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

/** What the window knows, in the way VS Code's parts want to hear of it. */
export class AgentStore implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #keeper: AgentKeeper;

  /** Fires after the state changed. */
  readonly onDidChange = this.#changed.event;

  constructor(keeper: AgentKeeper) {
    this.#keeper = keeper;
    this.#parts.add({ dispose: keeper.onStep(() => this.#changed.fire()) });
  }

  /** What is known now. */
  get state(): AgentsState {
    return this.#keeper.state;
  }

  /** Applies one event. */
  dispatch(event: Event): void {
    this.#keeper.dispatch(event);
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import type { AgentsState } from '../core/roster/agentsState.ts';
import { snapshotOf } from '../core/roster/agentsState.ts';
import { shownAgents, withoutForgotten } from '../core/view/shownAgents.ts';
import type { AgentStore } from './agentStore.ts';
import { contextKeys } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';
import { keepLast } from './keepLast.ts';

/** What is needed to know which agents belong here. */
export interface WindowViewParts {
  readonly store: AgentStore;
  /** All runs that are known, those of others too. */
  readonly runs: () => AgentsState['runs'];
  readonly folders: () => readonly string[];
  readonly otherFolders: () => readonly string[];
  /** Called when a conversation is taken off the views. */
  readonly forgot: (agent: Agent) => void;
}

type Forgotten = ReadonlyMap<string, number>;
type Filter = readonly [all: boolean, forgotten: Forgotten];

/** The agents and runs this window shows. */
export class WindowView implements Disposable {
  readonly #held = new DisposableStore();
  readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
  readonly #parts: WindowViewParts;
  readonly #select = keepLast((_: number, runs: AgentsState['runs'], places: string, ...more: Filter) =>
    this.#selected(runs, places, ...more),
  );
  #forgotten: Forgotten = new Map();
  #all = false;

  /** Fires when something may look different, as often as that is so: whoever draws has a pace of its own. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: WindowViewParts) {
    this.#parts = parts;
    this.#held.add(parts.store.onDidChange(() => this.#changed.fire()));
    this.#held.add(vscode.workspace.onDidChangeConfiguration(() => this.#changed.fire()));
    this.showAll(false);
  }

  /** What is shown now; the same object for all who ask until something changes. */
  get state(): AgentsState {
    const { store, runs, folders, otherFolders } = this.#parts;
    const places = JSON.stringify([folders(), otherFolders()]);
    return this.#select(store.changes, runs(), places, this.#all, this.#forgotten);
  }

  /** The agents of all windows, but those the person took off the views. */
  get wanted(): AgentsState['agents'] {
    return withoutForgotten(this.#parts.store.state.agents, this.#forgotten);
  }

  /** Asks for another look. */
  refresh(): void {
    this.#changed.fire();
  }

  /** Shows the agents of all windows, or only of this one. */
  showAll(all: boolean): void {
    this.#all = all;
    void vscode.commands.executeCommand('setContext', contextKeys.allWindows, all);
    this.#changed.fire();
  }

  /** Takes a conversation off the views until something is heard of it again. */
  forget(id: string): void {
    const { agents } = this.#parts.store.state;
    const agent = agents.get(agents.get(id)?.parent ?? id);
    if (agent) {
      this.#forgotten = new Map(this.#forgotten).set(agent.id, agent.lastActivityAt);
      this.#parts.forgot(agent);
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#held.dispose();
  }

  /** `places` are the folders of this window and those of the others, as a text that is equal where they are. */
  #selected(runs: AgentsState['runs'], places: string, all: boolean, forgotten: Forgotten): AgentsState {
    const { agents, tombstones } = snapshotOf(this.#parts.store.state);
    const [folders, otherFolders] = JSON.parse(places) as [string[], string[]];
    return shownAgents({ agents, tombstones, runs }, { folders, otherFolders, all, forgotten });
  }
}

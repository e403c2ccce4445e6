import * as vscode from 'vscode';
import type { Agent } from '../core/agent/agent.ts';
import type { AgentsState } from '../core/roster/agentsState.ts';
import { KeptWants } from '../core/view/keptWants.ts';
import type { NotifyLevels } from '../core/view/notifyKinds.ts';
import { withoutForgotten } from '../core/view/shownAgents.ts';
import { ShownRoster } from '../core/view/shownRoster.ts';
import type { AllWants } from '../core/view/wants.ts';
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

/** The agents and runs this window shows. */
export class WindowView implements Disposable {
  readonly #held = new DisposableStore();
  readonly #changed = this.#held.add(new vscode.EventEmitter<void>());
  readonly #parts: WindowViewParts;
  /** `places` are the folders of this window and those of the others, as a text that is equal where they are. */
  readonly #view = keepLast((places: string, all: boolean, forgotten: Forgotten) => {
    const [folders, otherFolders] = JSON.parse(places) as [string[], string[]];
    return { folders, otherFolders, all, forgotten };
  });
  readonly #roster: ShownRoster;
  readonly #wants: KeptWants;
  #forgotten: Forgotten = new Map();
  #all = false;

  /** Fires when something may look different, as often as that is so: whoever draws has a pace of its own. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: WindowViewParts) {
    this.#parts = parts;
    this.#roster = new ShownRoster(parts.store.state);
    this.#wants = new KeptWants(this.#roster);
    this.#held.add(
      parts.store.onDidChange((step) => {
        this.#roster.take(step);
        this.#changed.fire();
      }),
    );
    this.#held.add(vscode.workspace.onDidChangeConfiguration(() => this.#changed.fire()));
    this.showAll(false);
  }

  /** What is shown now; another object whenever something has changed. */
  get state(): AgentsState {
    return this.roster.state;
  }

  /** The same, for who keeps what is made of it. */
  get roster(): ShownRoster {
    const { runs, folders, otherFolders } = this.#parts;
    const places = JSON.stringify([folders(), otherFolders()]);
    this.#roster.look(runs(), this.#view(places, this.#all, this.#forgotten));
    return this.#roster;
  }

  /** What all that is shown now wants of the person. */
  wants(levels: NotifyLevels): AllWants {
    void this.roster;
    return this.#wants.all(levels);
  }

  /** Some agents of all windows, but those the person took off the views. Their conversations have to be among them. */
  wanted(agents: AgentsState['agents']): AgentsState['agents'] {
    return withoutForgotten(agents, this.#forgotten);
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
}

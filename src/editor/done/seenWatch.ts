import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import { isDone, isUnseen } from '../../core/agent/seen.ts';
import type { Event } from '../../core/event/event.ts';
import type { NotifyKind } from '../../core/view/notifyKinds.ts';
import { randomId } from '../../node/randomId.ts';
import type { AgentStore } from '../agentStore.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { FocusKeeper } from '../focusKeeper.ts';
import { Pace } from '../pace.ts';
import type { Terminals } from '../terminals.ts';

/** What is needed to know what a person looked at, and to say so. */
export interface SeenParts {
  readonly store: AgentStore;
  readonly hub: { tell(event: Event): void };
  readonly terminals: Terminals;
  readonly focus: FocusKeeper;
}

/**
 * Notes which agents a person has looked at: whoever goes to one has, and whoever is at work in its terminal when its
 * turn ends. That it failed or died takes more than being there: VS Code does not tell for sure that a terminal is on
 * screen, and nobody must miss that.
 */
export class SeenWatch implements Disposable {
  readonly #held = new DisposableStore();
  readonly #parts: SeenParts;
  /** Who was looked for last, and in which terminal: what was not there then is not there now. */
  #sought: { readonly terminal: vscode.Terminal | undefined; readonly who: string } | undefined;

  constructor(parts: SeenParts) {
    this.#parts = parts;
    const pace = this.#held.add(
      new Pace(() => {
        void this.#look(isDone);
        return true;
      }),
    );
    this.#held.add(parts.store.onDidChange(() => pace.request()));
    this.#held.add(vscode.window.onDidChangeWindowState(() => pace.request()));
    this.#held.add(vscode.window.onDidChangeActiveTerminal(() => void this.#look(isUnseen)));
    this.#held.add(parts.terminals.onDidGo((agent) => this.see([agent])));
  }

  /** Notes that the person looked at some agents. */
  see(agents: Iterable<Agent>): void {
    const { store, hub } = this.#parts;
    const known = store.state.agents;
    const unseen = new Set(store.news.of(isUnseenKind).filter(isUnseen).map(rootOf));
    const roots = new Set([...agents].map(rootOf).filter((root) => unseen.has(root)));
    for (const { program, session } of [...roots].flatMap((id) => known.get(id) ?? [])) {
      hub.tell({ id: randomId(), at: Date.now(), program, session, evidence: 'hook', type: 'seen' });
    }
  }

  dispose(): void {
    this.#held.dispose();
  }

  /** Sees those of some agents in whose terminal the person is. */
  async #look(which: (agent: Agent) => boolean): Promise<void> {
    const { store, terminals, focus } = this.#parts;
    const { activeTerminal, state } = vscode.window;
    if (!activeTerminal || !state.focused || !state.active || focus.last !== 'terminal') {
      this.#sought = undefined;
      return;
    }
    const agents = store.news.of(isUnseenKind).filter(which);
    const who = agents.map(({ id, since, facts }) => `${id} ${since} ${facts.pid}`).join('\n');
    if (this.#sought?.terminal === activeTerminal && this.#sought.who === who) {
      return;
    }
    this.#sought = { terminal: activeTerminal, who };
    for (const agent of agents) {
      const isThere = (await terminals.of(agent)) === activeTerminal;
      // While its terminal was looked for it may have gone on, and failed.
      const now = store.state.agents.get(agent.id);
      if (isThere && now && which(now)) {
        this.see([now]);
      }
    }
  }
}

/** What a person may not have seen. */
function isUnseenKind(kind: NotifyKind): boolean {
  return kind === 'idle' || kind === 'failed' || kind === 'died';
}

function rootOf({ id, parent = id }: Agent): string {
  return parent;
}

import * as vscode from 'vscode';
import type { AgentsState } from '../core/agent/agents.ts';
import { expireAgents, noAgents } from '../core/agent/agents.ts';
import type { Effect } from '../core/agent/effect.ts';
import { reduceAgents } from '../core/agent/reduceAgents.ts';
import type { Event } from '../core/event/event.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

/** Holds what the window knows, applies events to it, and carries out the effects that need a clock. */
export class AgentStore implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #state: AgentsState = noAgents;

  /** Fires after the state changed. */
  readonly onDidChange = this.#changed.event;

  /** What is known now. */
  get state(): AgentsState {
    return this.#state;
  }

  /** Applies one event. */
  dispatch(event: Event): void {
    const { state, effects } = reduceAgents(this.#state, event);
    for (const effect of effects) {
      this.#run(effect, event);
    }
    this.#replace(state);
  }

  /** Forgets what ended a while ago. */
  expire(): void {
    this.#replace(expireAgents(this.#state, Date.now()));
  }

  dispose(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#parts.dispose();
  }

  #replace(state: AgentsState): void {
    if (state !== this.#state) {
      this.#state = state;
      this.#changed.fire();
    }
  }

  #run(effect: Effect, cause: Event): void {
    if (effect.type !== 'confirmLater') {
      return;
    }
    const { prompt, dueAt } = effect;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        const { program, session, child } = cause;
        const head = { id: `${prompt}-stood`, at: dueAt, program, session, evidence: 'hook' } as const;
        this.dispatch({ ...head, ...(child ? { child } : {}), type: 'promptStood', prompt });
      },
      Math.max(0, dueAt - Date.now()),
    );
    this.#timers.add(timer);
  }
}

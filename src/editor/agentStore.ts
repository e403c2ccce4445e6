import * as vscode from 'vscode';
import type { Decision } from '../core/decision/decision.ts';
import type { DecisionOutcome, Event } from '../core/event/event.ts';
import type { KnownRoster, RosterStep } from '../core/roster/rosterStep.ts';
import { NewsAgents } from '../core/view/newsAgents.ts';
import { Namesakes } from '../core/view/notify/namesakes.ts';
import type { AgentKeeper } from '../node/hub/agentKeeper.ts';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

/** How a decision ended, and whose it was. */
export interface Closed {
  readonly agent: string;
  readonly outcome: DecisionOutcome;
}

const rememberedDecisions = 500;

/** What the window knows, in the way VS Code's parts want to hear of it. */
export class AgentStore implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<RosterStep>());
  readonly #closed = new Map<string, Closed>();
  readonly #keeper: AgentKeeper;
  /** Of whom a person may be told. */
  readonly news: NewsAgents;
  /** Who is called alike. */
  readonly namesakes: Namesakes;

  /** Fires after the state changed, with what changed. */
  readonly onDidChange = this.#changed.event;

  constructor(keeper: AgentKeeper) {
    this.#keeper = keeper;
    this.news = new NewsAgents(keeper.state);
    this.namesakes = new Namesakes(keeper.state);
    this.#parts.add({
      dispose: keeper.onStep((step) => {
        for (const effect of step.effects) {
          if (effect.type === 'closeDecision') {
            this.#close(effect.decision, effect.outcome);
          }
        }
        this.news.take(step);
        this.namesakes.take(step);
        this.#changed.fire(step);
      }),
    });
  }

  /** What is known now. */
  get state(): KnownRoster {
    return this.#keeper.state;
  }

  /** Applies one event. */
  dispatch(event: Event): void {
    this.#keeper.dispatch(event);
  }

  /** How a decision ended, and whose it was; `undefined` where it has not, or that is long ago. */
  closed(decision: string): Closed | undefined {
    return this.#closed.get(decision);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #close({ id, agent }: Decision, outcome: DecisionOutcome): void {
    this.#closed.delete(id);
    this.#closed.set(id, { agent, outcome });
    const [oldest] = this.#closed.keys();
    if (this.#closed.size > rememberedDecisions && oldest !== undefined) {
      this.#closed.delete(oldest);
    }
  }
}

import type { AgentId } from '../../core/agent/agent.ts';
import { startEra } from '../../core/agent/startEra.ts';
import type { Event } from '../../core/event/event.ts';
import type { AgentsState } from '../../core/roster/agentsState.ts';
import { buryAgent, expireAgents, noAgents } from '../../core/roster/agentsState.ts';
import type { Effect } from '../../core/roster/effect.ts';
import { ofKnownAgent } from '../../core/roster/ofKnownAgent.ts';
import { reduceAgents } from '../../core/roster/reduceAgents.ts';
import { reduceRun } from '../../core/run/reduceRun.ts';
import type { Run } from '../../core/run/run.ts';
import type { RunInput } from '../../core/run/runInput.ts';

/** Called after each step that changed something. */
export type StepListener = (effects: readonly Effect[], at: number) => void;

/** Holds what is known, applies events to it, and carries out the effects that need a clock. */
export class AgentKeeper {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<StepListener>();
  readonly #now: () => number;
  #state: AgentsState = noAgents;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What is known now. */
  get state(): AgentsState {
    return this.#state;
  }

  /** Hears of every step; the function that comes back ends that. */
  onStep(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Applies one event. */
  dispatch(told: Event): void {
    const event = ofKnownAgent(this.#state, told);
    const { state, effects } = reduceAgents(startEra(this.#state, event, this.#now()), event);
    for (const effect of effects) {
      this.#run(effect, event);
    }
    this.#replace(state, effects);
  }

  /** Takes in a run, or another state of one. */
  putRun(run: Run): void {
    this.#replace({ ...this.#state, runs: new Map(this.#state.runs).set(run.id, run) }, []);
  }

  /** Forgets a run. */
  dropRun(id: Run['id']): void {
    const runs = new Map(this.#state.runs);
    if (runs.delete(id)) {
      this.#replace({ ...this.#state, runs }, []);
    }
  }

  /** Applies what happened to a run; says whether that meant anything to it. */
  dispatchRun(input: RunInput): boolean {
    const step = reduceRun(this.#state, input);
    if (step) {
      this.#replace(
        { ...this.#state, runs: new Map(this.#state.runs).set(step.run.id, step.run) },
        step.effects,
      );
    }
    return step !== undefined;
  }

  /** Takes in what somebody else knew already. */
  replace(state: AgentsState): void {
    this.#replace(state, []);
  }

  /** Forgets what ended a while ago. */
  expire(): void {
    this.#replace(expireAgents(this.#state, this.#now()), []);
  }

  /** Forgets an agent that has ended. */
  bury(id: AgentId): void {
    this.#replace(buryAgent(this.#state, id), []);
  }

  /** Ends every timer. */
  dispose(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#listeners.clear();
  }

  #replace(state: AgentsState, effects: readonly Effect[]): void {
    if (state === this.#state) {
      return;
    }
    this.#state = state;
    for (const listener of [...this.#listeners]) {
      listener(effects, this.#now());
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
      Math.max(0, dueAt - this.#now()),
    );
    this.#timers.add(timer);
  }
}

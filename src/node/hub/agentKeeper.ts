import type { Agent, AgentId } from '../../core/agent/agent.ts';
import { agentId } from '../../core/agent/agent.ts';
import type { Event } from '../../core/event/event.ts';
import type { Program } from '../../core/program/program.ts';
import { leftByNow } from '../../core/roster/leftRequests.ts';
import { ofKnownAgent, reduceRoster } from '../../core/roster/reduceRoster.ts';
import { Roster } from '../../core/roster/roster.ts';
import type { Effect, KnownRoster, RosterStep } from '../../core/roster/rosterStep.ts';
import { isNothing } from '../../core/roster/rosterStep.ts';
import {
  adoptAgents,
  beginEra,
  buryAgent,
  dropRun,
  expireAgents,
  putRun,
  stepRun,
} from '../../core/roster/rosterSteps.ts';
import type { LaunchProgram } from '../../core/run/programLaunch.ts';
import { withPrograms } from '../../core/run/programLaunch.ts';
import type { Run } from '../../core/run/run.ts';
import type { RunInput } from '../../core/run/runInput.ts';

/**
 * Called after each step that changed something, with what it changed. A listener that makes another step is told of that
 * before the others are told of this one, so what is now is read off the keeper.
 */
export type StepListener = (step: RosterStep, at: number) => void;

/** An agent program, as far as who keeps its agents is concerned. */
type KeptProgram = LaunchProgram & Pick<Program, 'name'>;

/** Holds what is known, applies events to it, and carries out the effects that need a clock. */
export class AgentKeeper {
  readonly #roster = new Roster();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<StepListener>();
  readonly #now: () => number;
  readonly #programs: readonly KeptProgram[];

  /** `programs` may be started by the steps of a run. */
  constructor(now: () => number, programs: readonly KeptProgram[] = []) {
    this.#now = now;
    this.#programs = programs;
  }

  /** What is known, at whatever moment it is read. */
  get state(): KnownRoster {
    return this.#roster;
  }

  /** Hears of every step; the function that comes back ends that. */
  onStep(listener: StepListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Applies one event. `first` hears what is to be done about it before the listeners do. */
  dispatch(told: Event, first?: (effects: readonly Effect[]) => void): void {
    const event = this.#withName(ofKnownAgent(this.#roster, told));
    const era = beginEra(this.#roster, event, this.#now());
    this.#roster.apply(era);
    const step = reduceRoster(this.#roster, event);
    for (const effect of step.effects) {
      this.#run(effect, event);
    }
    first?.(step.effects);
    this.#take(isNothing(era) ? step : { ...step, agents: [...era.agents, ...step.agents] });
  }

  /** Takes in a run, or another state of one. */
  putRun(run: Run): void {
    this.#take(putRun(this.#roster, withPrograms(run, this.#programs)));
  }

  /** Forgets a run. */
  dropRun(id: Run['id']): void {
    this.#take(dropRun(this.#roster, id));
  }

  /** Applies what happened to a run; says whether that meant anything to it. */
  dispatchRun(input: RunInput): boolean {
    const step = stepRun(this.#roster, input);
    if (step) {
      this.#take(step);
    }
    return step !== undefined;
  }

  /** Takes in agents that somebody else knew already. */
  adopt(told: readonly Agent[]): void {
    this.#take(adoptAgents(this.#roster, told));
  }

  /** Does what time alone does: forgets what ended a while ago, and leaves to the terminals what has waited long enough. */
  expire(): void {
    this.#take(expireAgents(this.#roster, this.#now()));
    for (const left of leftByNow(this.#roster, this.#now())) {
      this.dispatch(left);
    }
  }

  /** Forgets an agent that has ended. */
  bury(id: AgentId): void {
    this.#take(buryAgent(this.#roster, id));
  }

  /** Ends every timer. */
  dispose(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    this.#listeners.clear();
  }

  /** What an event says, and what its program is called: evidence of all kinds goes through here. */
  #withName(event: Event): Event {
    const programName = this.#programs.find(({ id }) => id === event.program)?.name;
    const known = this.#roster.agents.get(agentId(event.program, event.session, event.child?.id));
    return programName === known?.facts.programName
      ? event
      : { ...event, facts: { ...event.facts, ...(programName ? { programName } : {}) } };
  }

  #take(step: RosterStep): void {
    if (isNothing(step)) {
      return;
    }
    this.#roster.apply(step);
    for (const listener of [...this.#listeners]) {
      listener(step, this.#now());
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

import type { RosterStep } from '../../core/roster/rosterStep.ts';
import type { Run, RunStart } from '../../core/run/run.ts';
import { newRun } from '../../core/run/run.ts';
import type { Choice } from '../../core/run/runDecision.ts';
import type { RunInput } from '../../core/run/runInput.ts';
import type { AgentHub } from '../hub/agentHub.ts';
import type { Decided } from '../hub/decisions.ts';
import type { RunCrew } from './runCrew.ts';
import type { RunFiles } from './runFiles.ts';
import { isDecisionOf, thatIsOver } from './runId.ts';
import { RunTimers } from './runTimers.ts';
import { RunWriter } from './runWriter.ts';

/** What a supervisor is made of. */
export interface SupervisorParts {
  readonly hub: AgentHub;
  readonly files: RunFiles;
  /** Does what runs want done. */
  readonly crew: RunCrew;
  /** Who writes the files, as the listeners are called. */
  readonly owner: () => Promise<string>;
}

/** What happens to a run, without when. */
type Told = RunInput extends infer Input ? (Input extends RunInput ? Omit<Input, 'at'> : never) : never;

/** Keeps the runs of one process going: carries out their effects, their timers, and keeps them in files. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #timers: RunTimers;
  readonly #writer: RunWriter;
  readonly #stop: () => void;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    const { keeper } = parts.hub;
    this.#timers = new RunTimers((input) => this.tell(input));
    const { files, owner, crew } = parts;
    this.#writer = new RunWriter(files, owner, (run, sentence) =>
      crew.say(run, `${sentence} It goes on, but others do not see how it stands.`),
    );
    parts.crew.join((input) => this.tell(input));
    this.#stop = keeper.onStep((step) => this.#stepped(step));
  }

  /** The runs that are supervised here. */
  get runs(): readonly Run[] {
    return [...this.#parts.hub.keeper.state.runs.values()];
  }

  /** Begins a run. */
  begin(start: RunStart): void {
    const { keeper } = this.#parts.hub;
    keeper.putRun(newRun(start));
    this.tell({ type: 'begun', run: start.id });
  }

  /** Takes over a run that somebody else began; nobody supervises it any more. */
  takeOver(run: Run): void {
    this.#parts.hub.keeper.putRun(run);
    this.#parts.crew.takeOver(run);
  }

  /** Supervises a run no more, and forgets it; its agent is left alone. */
  drop(id: Run['id']): boolean {
    const { keeper } = this.#parts.hub;
    const run = keeper.state.runs.get(id);
    if (run) {
      keeper.dropRun(id);
      this.#timers.disarm(id);
      this.#parts.crew.release(run.gates);
      this.#writer.remove(id);
    }
    return run !== undefined;
  }

  /** Supervises runs no more, and leaves their agents alone; when this resolves the files tell all to whoever goes on. */
  async giveUp(runs: readonly Run[]): Promise<void> {
    const { hub, crew } = this.#parts;
    for (const run of runs) {
      hub.keeper.dropRun(run.id);
      this.#timers.disarm(run.id);
      crew.release(run.gates);
      crew.leave(run);
    }
    await this.#writer.flush();
  }

  /** Tells a run what happened; says whether that meant anything to it. */
  tell(told: Told): boolean {
    return this.#parts.hub.keeper.dispatchRun({ ...told, at: Date.now() } as RunInput);
  }

  /** Does what a person chose, from here or from another window. */
  choose({ target, choice, message }: Readonly<Record<string, unknown>>): Decided {
    const run = this.runs.find(({ id, decision }) => id === target || decision?.id === target);
    if (!run && typeof target === 'string' && this.runs.some((one) => isDecisionOf(one, target))) {
      return { status: 409, reason: thatIsOver };
    }
    if (!run || typeof choice !== 'string') {
      return { status: 404, reason: 'no such run is supervised here' };
    }
    const text = typeof message === 'string' && message ? { message } : {};
    if (choice === 'drop') {
      this.drop(run.id);
      return { status: 200, reason: 'it is no longer supervised' };
    }
    const told =
      choice === 'end'
        ? this.tell({ type: 'cancelled', run: run.id })
        : run.decision !== undefined &&
          this.tell({
            type: 'chosen',
            run: run.id,
            decision: run.decision.id,
            choice: choice as Choice,
            ...text,
          });
    return told
      ? { status: 200, reason: `${choice} given` }
      : { status: 409, reason: `'${choice}' is no answer to what this run waits for` };
  }

  /** Lets go of everything; what is known is in the files. */
  async dispose(): Promise<void> {
    this.#stop();
    this.#timers.dispose();
    this.#parts.crew.dispose();
    await this.#writer.flush();
  }

  #stepped({ runs, effects }: RosterStep): void {
    const { state } = this.#parts.hub.keeper;
    for (const { before, after } of runs) {
      const run = state.runs.get(after?.id ?? '');
      if (run) {
        this.#writer.write(run);
        this.#timers.arm(run, state.agents.get(run.agent)?.facts ?? {});
        const wanted = new Set(run.gates.map(({ id }) => id));
        this.#parts.crew.release((before?.gates ?? []).filter(({ id }) => !wanted.has(id)));
      }
    }
    // Last: what comes of an effect may be told at once, and is newer than this step.
    for (const effect of effects) {
      if ('run' in effect) {
        const run = state.runs.get(effect.run);
        if (run) {
          this.#parts.crew.carryOut(effect, run);
        }
      }
    }
  }
}

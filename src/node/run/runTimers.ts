import { stat } from 'node:fs/promises';
import type { Run } from '../../core/run/run.ts';

interface Armed {
  readonly dueAt: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Longer ones overflow a timer of Node and fire at once. */
const longestMs = 2 ** 31 - 1;

type TimeCame = { type: 'timeCame'; run: Run['id']; dueAt: number; moved: boolean };

/**
 * The timers of the runs, one each, as `run.pending` says. A clock that is set back while one waits does not make it
 * wait longer.
 */
export class RunTimers {
  readonly #armed = new Map<Run['id'], Armed>();
  readonly #came: (input: TimeCame) => void;

  constructor(came: (input: TimeCame) => void) {
    this.#came = came;
  }

  /** Follows what a run waits for; `transcript` is watched meanwhile: if it grows, something moved. */
  arm({ id, pending }: Run, transcript: string | undefined): void {
    const dueAt = pending?.kind === 'grace' || pending?.kind === 'cooldown' ? pending.dueAt : undefined;
    const armed = this.#armed.get(id);
    if (armed?.dueAt === dueAt) {
      return;
    }
    clearTimeout(armed?.timer);
    this.#armed.delete(id);
    if (dueAt === undefined) {
      return;
    }
    const before = sizeOf(transcript);
    const overAt = performance.now() + dueAt - Date.now();
    // A timer of Node may fire a little before the clock says so.
    const leftMs = () => Math.min(dueAt - Date.now(), overAt - performance.now());
    const wait = () => {
      const timer = setTimeout(
        () => (leftMs() > 0 ? wait() : void this.#fire(id, dueAt, transcript, before)),
        Math.min(Math.max(0, Math.ceil(leftMs())), longestMs),
      );
      this.#armed.set(id, { dueAt, timer });
    };
    wait();
  }

  /** Ends the timer of a run that is no more. */
  disarm(id: Run['id']): void {
    clearTimeout(this.#armed.get(id)?.timer);
    this.#armed.delete(id);
  }

  /** Ends every timer. */
  dispose(): void {
    for (const { timer } of this.#armed.values()) {
      clearTimeout(timer);
    }
    this.#armed.clear();
  }

  async #fire(
    id: Run['id'],
    dueAt: number,
    transcript: string | undefined,
    before: Promise<number | undefined>,
  ): Promise<void> {
    const [was, is] = [await before, await sizeOf(transcript)];
    // It may have been armed anew while the file was looked at.
    if (this.#armed.get(id)?.dueAt === dueAt) {
      this.#armed.delete(id);
      const moved = was !== undefined && is !== undefined && is > was;
      this.#came({ type: 'timeCame', run: id, dueAt, moved });
    }
  }
}

async function sizeOf(file: string | undefined): Promise<number | undefined> {
  return file === undefined
    ? undefined
    : await stat(file).then(
        ({ size }) => size,
        () => undefined,
      );
}

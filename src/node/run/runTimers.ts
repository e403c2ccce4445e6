import { stat } from 'node:fs/promises';
import type { Run } from '../../core/run/run.ts';
import { inputUntil, lastInputAt } from '../evidence/atTerminal.ts';
import type { AtTerminal } from '../programNode.ts';

interface Armed {
  readonly dueAt: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Longer ones overflow a timer of Node and fire at once. */
const longestMs = 2 ** 31 - 1;

/** How long after a nudge what is typed is the nudge, and how long after its turn an agent still writes about that. */
const ownMs = 2000;

type TimeCame = { type: 'timeCame'; run: Run['id']; dueAt: number; movedAt?: number };

/**
 * The timers of the runs, one each, as `run.pending` says. A clock that is set back while one waits does not make it
 * wait longer.
 */
export class RunTimers {
  readonly #armed = new Map<Run['id'], Armed>();
  readonly #came: (input: TimeCame) => void;
  readonly #inputAt: typeof lastInputAt;

  constructor(came: (input: TimeCame) => void, inputAt = lastInputAt) {
    this.#came = came;
    this.#inputAt = inputAt;
  }

  /**
   * Follows what a run waits for. If the transcript of its agent grows meanwhile, or somebody types into its terminal,
   * something moved.
   */
  arm({ id, pending, typedAt = 0 }: Run, agent: AtTerminal): void {
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
    const begun = performance.now();
    const overAt = begun + dueAt - Date.now();
    const movedAt = () => this.#movedAt(agent, performance.now() - begun, typedAt + ownMs);
    // A timer of Node may fire a little before the clock says so.
    const leftMs = () => Math.min(dueAt - Date.now(), overAt - performance.now());
    const wait = () => {
      const timer = setTimeout(
        () => (leftMs() > 0 ? wait() : void this.#fire(id, dueAt, movedAt)),
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

  async #fire(id: Run['id'], dueAt: number, lastMove: () => Promise<number | undefined>): Promise<void> {
    const movedAt = await lastMove();
    // It may have been armed anew while the files were looked at.
    if (this.#armed.get(id)?.dueAt === dueAt) {
      this.#armed.delete(id);
      this.#came({ type: 'timeCame', run: id, dueAt, ...(movedAt === undefined ? {} : { movedAt }) });
    }
  }

  /** When something last moved, or may have, in the time that was waited; what was typed before `ownUntil` did not. */
  async #movedAt(agent: AtTerminal, waitedMs: number, ownUntil: number): Promise<number | undefined> {
    const [wroteAt = 0, inputAt = 0] = await Promise.all([writtenAt(agent.transcript), this.#inputAt(agent)]);
    const now = Date.now();
    // By the clock as it is now: it may have been set.
    const begunAt = now - waitedMs;
    const moves = [
      ...(wroteAt > begunAt + ownMs && wroteAt <= now ? [wroteAt] : []),
      ...(inputAt > ownUntil && inputUntil(inputAt) > begunAt && inputAt <= now ? [inputUntil(inputAt)] : []),
    ];
    return moves.length > 0 ? Math.max(...moves) : undefined;
  }
}

async function writtenAt(file: string | undefined): Promise<number | undefined> {
  return file === undefined
    ? undefined
    : await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => undefined,
      );
}

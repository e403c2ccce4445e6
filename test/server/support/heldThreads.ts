import type { Job, JobAnswer } from '../../../src/server/job.ts';
import { doJob } from '../../../src/server/job.ts';
import type { Thread } from '../../../src/server/longWork.ts';

/** Threads whose jobs are done when a test says so, and what became of them. */
export class HeldThreads {
  started = 0;
  ended = 0;
  #held: Job | undefined;
  readonly #waiting = new Set<() => void>();
  #hear: (answer: JobAnswer) => void = () => {};
  #gone: () => void = () => {};

  readonly start = (): Thread => {
    this.started += 1;
    return {
      post: (job) => {
        // What goes to a real thread has to be data.
        this.#held = structuredClone(job);
        for (const wake of this.#waiting) {
          wake();
        }
      },
      onAnswer: (hear) => {
        this.#hear = hear;
      },
      onGone: (hear) => {
        this.#gone = hear;
      },
      end: () => {
        this.ended += 1;
        this.#held = undefined;
      },
    };
  };

  /** Waits until a job of a name is to be done. */
  async posted(name: Job['name']): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => this.#held?.name === name && resolve();
      this.#waiting.add(wake);
      wake();
    });
  }

  /** Does the job that is to be done. */
  finish(): void {
    const job = this.#held;
    this.#held = undefined;
    if (job) {
      this.#hear(structuredClone(doJob(job, [])));
    }
  }

  /** The thread dies of its job. */
  die(): void {
    this.#held = undefined;
    this.#gone();
  }
}

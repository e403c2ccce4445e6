import type { CancellationToken } from 'vscode-languageserver';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import type { TaskName, TaskResult, TaskSubject } from '../language/task.ts';
import { takesLong, tasks } from '../language/task.ts';
import type { Job, JobAnswer } from './job.ts';

/** Another thread that does one job at a time. */
export interface Thread {
  readonly post: (job: Job) => void;
  readonly onAnswer: (hear: (answer: JobAnswer) => void) => void;
  /** It ended, or broke. */
  readonly onGone: (hear: () => void) => void;
  readonly end: () => void;
}

interface Waiting {
  readonly job: Job;
  readonly done: (answer: JobAnswer) => void;
}

/** What a request is answered with that is taken back. */
export const takenBack = () => new ResponseError(LSPErrorCodes.RequestCancelled, 'It was taken back.');

/** What a request is answered with whose text changed. */
export const textChanged = () =>
  new ResponseError(LSPErrorCodes.ContentModified, 'The text is another one by now.');

/** Why a job is not done whose text changed. */
const changed = 'changed';

/**
 * Does tasks: at once where the text is short, else on another thread, so that nothing that is asked meanwhile waits
 * for a text to be read. Without a thread everything is done at once.
 */
export class LongWork {
  readonly #programs: readonly RunbookProgram[];
  readonly #start: (() => Thread) | undefined;
  #thread: Thread | undefined;
  #running: Waiting | undefined;
  #queue: readonly Waiting[] = [];

  constructor(programs: readonly RunbookProgram[], start?: () => Thread) {
    this.#programs = programs;
    this.#start = start;
  }

  /** What a task gives. It fails as the task does, or as taken back as soon as it is. */
  do<Name extends TaskName>(
    name: Name,
    subject: TaskSubject,
    token?: CancellationToken,
  ): TaskResult<Name> | Promise<TaskResult<Name>> {
    const { document, kind, around, diagnostics } = subject;
    return this.#start && takesLong(document, kind)
      ? this.#send({ name, uri: document.uri, text: document.getText(), kind, around, diagnostics }, token)
      : (tasks[name]({ ...subject, programs: this.#programs }) as TaskResult<Name>);
  }

  /** The text of a file changed, or it was closed: what was asked about it as it was is not worked on any more. */
  changed(uri: string): void {
    const isOver = ({ job }: Waiting) => job.uri === uri && job.name !== 'diagnose';
    const over = this.#queue.filter(isOver);
    this.#queue = this.#queue.filter((one) => !isOver(one));
    if (this.#running && isOver(this.#running)) {
      this.#drop({ failed: changed });
      this.#next();
    }
    for (const { done } of over) {
      done({ failed: changed });
    }
  }

  /** Ends the thread, and with it what it does and what waits for it. */
  end(): void {
    const queue = this.#queue;
    this.#queue = [];
    this.#drop({ failed: 'ended' });
    for (const { done } of queue) {
      done({ failed: 'ended' });
    }
  }

  #send<Result>(job: Job, token?: CancellationToken): Promise<Result> {
    return new Promise((resolve, reject) => {
      const done = (answer: JobAnswer) => {
        listening?.dispose();
        if ('result' in answer) {
          resolve(answer.result as Result);
        } else {
          reject(
            answer.failed === changed ? textChanged() : Object.assign(new Error(), { name: answer.failed }),
          );
        }
      };
      const waiting = { job, done };
      const listening = token?.onCancellationRequested(() => {
        listening?.dispose();
        reject(takenBack());
        this.#forget(waiting);
      });
      this.#queue = [...this.#queue, waiting];
      this.#next();
    });
  }

  /** What nobody wants any more is not done, or not to its end. */
  #forget(waiting: Waiting): void {
    this.#queue = this.#queue.filter((one) => one !== waiting);
    if (this.#running === waiting) {
      this.#drop({ failed: 'taken back' });
      this.#next();
    }
  }

  #next(): void {
    const [first, ...others] = this.#queue;
    if (first && !this.#running) {
      this.#queue = others;
      this.#running = first;
      try {
        this.#thread ??= this.#begin();
        this.#thread?.post(first.job);
      } catch {
        this.#drop({ failed: 'no thread' });
        this.#next();
      }
    }
  }

  #begin(): Thread | undefined {
    const thread = this.#start?.();
    thread?.onAnswer((answer) => {
      if (this.#thread === thread) {
        const { done } = this.#running ?? {};
        this.#running = undefined;
        done?.(answer);
        this.#next();
      }
    });
    thread?.onGone(() => {
      if (this.#thread === thread) {
        this.#drop({ failed: 'the thread ended' });
        this.#next();
      }
    });
    return thread;
  }

  /** Lets the thread go; what it was doing has failed. */
  #drop(answer: JobAnswer): void {
    const [thread, running] = [this.#thread, this.#running];
    this.#thread = undefined;
    this.#running = undefined;
    thread?.end();
    running?.done(answer);
  }
}

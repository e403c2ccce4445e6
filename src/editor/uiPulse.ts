import * as vscode from 'vscode';
import { contextKeys } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';

const limitMs = 1000;
const beatMs = 10_000;
/** How soon a page that did not answer is tried again, at first: while a window opens it may only be busy. */
const againMs = 500;
/** How long a page that is only busy may not answer. */
const busyMs = 10_000;

/**
 * Whether the window's page answers. After its page has crashed an extension host lives on for hours, with a listener
 * that works and nobody to ask; only a round trip to the page tells.
 */
export class UiPulse implements Disposable {
  readonly #tell: (answers: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beats = 0;
  #againMs = againMs;
  #over = false;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #missedAt: number | undefined;
  #trips: Promise<boolean> | undefined;

  /** Tells every few seconds whether the page answers. */
  constructor(tell: (answers: boolean) => void) {
    this.#tell = tell;
    this.#beatIn(beatMs);
  }

  /** Whether the page answers now, within a second. One that does not is tried again soon. */
  async answers(): Promise<boolean> {
    // In a burst of requests one trip speaks for all.
    if (performance.now() - this.#answeredAt < limitMs) {
      return true;
    }
    this.#trips ??= this.#trip().finally(() => {
      this.#trips = undefined;
    });
    const answers = await this.#trips;
    if (!answers) {
      this.#beatIn(this.#againMs);
    }
    return answers;
  }

  /** Whether the page has not answered for longer than one that is only busy. */
  get isLost(): boolean {
    return this.#missedAt !== undefined && performance.now() - this.#missedAt >= busyMs;
  }

  dispose(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  #beatIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#over) {
      this.#timer = setTimeout(() => void this.#beat(), ms);
    }
  }

  async #beat(): Promise<void> {
    const answers = await this.#trip();
    this.#tell(answers);
    this.#againMs = answers ? againMs : Math.min(beatMs, 2 * this.#againMs);
    this.#beatIn(answers ? beatMs : this.#againMs);
  }

  async #trip(): Promise<boolean> {
    this.#beats += 1;
    const trip = vscode.commands.executeCommand('setContext', contextKeys.pulse, this.#beats);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    const back = Promise.resolve(trip).then(
      () => {
        this.#answeredAt = performance.now();
        this.#missedAt = undefined;
        return true;
      },
      () => false,
    );
    const answers = await Promise.race([back, late]).finally(() => clearTimeout(timer));
    if (!answers) {
      this.#missedAt ??= performance.now();
    }
    return answers;
  }
}

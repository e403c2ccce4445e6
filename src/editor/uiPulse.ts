import * as vscode from 'vscode';
import { contextKeys } from './contributions.ts';
import type { Disposable } from './disposableStore.ts';

const limitMs = 1000;
const beatMs = 10_000;

/**
 * Whether the window's page answers. After its page has crashed an extension host lives on for hours, with a listener
 * that works and nobody to ask; only a round trip to the page tells.
 */
export class UiPulse implements Disposable {
  readonly #timer: ReturnType<typeof setInterval>;
  #beats = 0;

  /** Tells every few seconds whether the page answers. */
  constructor(tell: (answers: boolean) => void) {
    this.#timer = setInterval(() => void this.answers().then(tell), beatMs);
  }

  /** Whether the page answers now, within a second. */
  async answers(): Promise<boolean> {
    this.#beats += 1;
    const trip = vscode.commands.executeCommand('setContext', contextKeys.pulse, this.#beats);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    const back = Promise.resolve(trip).then(
      () => true,
      () => false,
    );
    return await Promise.race([back, late]).finally(() => clearTimeout(timer));
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}

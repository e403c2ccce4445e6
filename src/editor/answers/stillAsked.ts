import * as vscode from 'vscode';
import type { Disposable } from '../disposableStore.ts';

/** Watches whether what a person is asked about still stands, and says by its token when it does not any more. */
export class StillAsked implements Disposable {
  readonly #over = new vscode.CancellationTokenSource();
  readonly #watch: Disposable;

  readonly token = this.#over.token;

  constructor(onDidChange: vscode.Event<unknown>, stands: () => boolean) {
    this.#watch = onDidChange(() => {
      if (!stands()) {
        this.#over.cancel();
      }
    });
  }

  /** Whether it is over. */
  get isOver(): boolean {
    return this.token.isCancellationRequested;
  }

  dispose(): void {
    this.#watch.dispose();
    this.#over.dispose();
  }
}

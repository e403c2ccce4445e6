import * as vscode from 'vscode';
import { snoozedUntil, snoozeMs } from '../../core/view/notify/snooze.ts';
import { readSnooze, writeSnooze } from '../../node/desktop/snoozeFile.ts';
import { contextKeys } from '../contributions.ts';
import type { Disposable } from '../disposableStore.ts';
import { DisposableStore } from '../disposableStore.ts';

const lookMs = 1000;

/** Whether notifications are snoozed: in all windows at once, since any of them may be the one that would notify. */
export class Snooze implements Disposable {
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new vscode.EventEmitter<void>());
  readonly #home: string;
  #until: number | undefined;

  /** Fires when it begins or ends. */
  readonly onDidChange = this.#changed.event;

  constructor(home: string) {
    this.#home = home;
    // Another window may have changed it, and it ends by itself.
    const timer = setInterval(() => this.#look(), lookMs);
    this.#parts.add({ dispose: () => clearInterval(timer) });
    this.#look();
  }

  /** The time at which notifications come back, as a clock shows it; nothing where they are not snoozed. */
  get clock(): string | undefined {
    return this.#until === undefined
      ? undefined
      : new Date(this.#until).toLocaleTimeString(vscode.env.language, { hour: 'numeric', minute: '2-digit' });
  }

  /** Snoozes for an hour from now. */
  start(): void {
    this.#write(Date.now() + snoozeMs);
  }

  /** Ends it before its time. */
  end(): void {
    this.#write(undefined);
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #write(until: number | undefined): void {
    try {
      writeSnooze(this.#home, until);
    } catch {
      void vscode.window.showErrorMessage(vscode.l10n.t('"{0}" can\'t be written to.', this.#home));
    }
    this.#look();
  }

  #look(): void {
    const until = snoozedUntil(readSnooze(this.#home), Date.now());
    if (until !== this.#until) {
      this.#until = until;
      void vscode.commands.executeCommand('setContext', contextKeys.snoozed, until !== undefined);
      this.#changed.fire();
    }
  }
}

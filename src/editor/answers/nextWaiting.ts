import * as vscode from 'vscode';
import { commandIds } from '../contributions.ts';

/** What is waiting, and how to open it. */
export interface WaitingParts {
  /** Everything that waits for the person, the longest waiting first, by the ids that commands take. */
  readonly waiting: () => readonly { readonly id: string; readonly isRun: boolean }[];
  readonly answer: (decision: string) => Promise<void>;
}

/** Goes through what waits for the person, one at each call. */
export class NextWaiting {
  readonly #parts: WaitingParts;
  #last: string | undefined;

  constructor(parts: WaitingParts) {
    this.#parts = parts;
  }

  /** Opens what comes after the one that was opened last, ready to be answered. */
  async open(): Promise<void> {
    const waiting = this.#parts.waiting();
    const last = waiting.findIndex(({ id }) => id === this.#last);
    const next = waiting[(last + 1) % waiting.length];
    if (!next) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No agent needs you.'));
      return;
    }
    this.#last = next.id;
    await (next.isRun
      ? vscode.commands.executeCommand(commandIds.decide, next.id)
      : this.#parts.answer(next.id));
  }
}

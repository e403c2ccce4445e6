import * as vscode from 'vscode';
import type { Disposable } from './disposableStore.ts';
import { DisposableStore } from './disposableStore.ts';

/** Where a person was last seen. */
export type Focus = 'editor' | 'terminal';

/** Where a person was at some moment. */
export interface PastFocus {
  readonly focus: Focus;
  /** How many documents had been opened for them by then. */
  readonly turn: number;
}

/**
 * Brings a person back to where they were. VS Code puts the focus into the editors after a click on a message, and
 * tells nobody where it was before; so what a person did last in either place has to do.
 */
export class FocusKeeper implements Disposable {
  readonly #parts = new DisposableStore();
  #turn = 0;
  #last: Focus = vscode.window.activeTerminal && !vscode.window.activeTextEditor ? 'terminal' : 'editor';

  constructor() {
    const { window } = vscode;
    this.#parts.add(
      window.onDidChangeActiveTerminal((terminal) => {
        this.#last = terminal ? 'terminal' : 'editor';
      }),
    );
    this.#parts.add(
      window.onDidChangeTerminalState((terminal) => {
        // Also told when a program starts in a terminal that nobody looks at.
        if (terminal === window.activeTerminal && terminal.state.isInteractedWith) {
          this.#last = 'terminal';
        }
      }),
    );
    this.#parts.add(
      window.onDidChangeTextEditorSelection(({ kind }) => {
        // Without a kind nobody moved it: the text changed by itself.
        if (kind !== undefined) {
          this.#last = 'editor';
        }
      }),
    );
  }

  /** Where the person is, as far as can be told. */
  get last(): Focus {
    return vscode.window.activeTerminal ? this.#last : 'editor';
  }

  /** Where to bring the person back to. */
  get place(): PastFocus {
    return { focus: this.last, turn: this.#turn };
  }

  /** Notes that a document is opened for the person to read: whatever they came from does not bring them back. */
  goOn(): void {
    this.#turn += 1;
  }

  /** Puts the focus back, unless something to read was opened since. */
  restore({ focus, turn }: PastFocus): void {
    if (turn === this.#turn) {
      this.go(focus);
    }
  }

  /** Puts the focus where the person was. */
  go(focus: Focus | undefined): void {
    if (focus === 'terminal') {
      vscode.window.activeTerminal?.show(false);
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

import * as vscode from 'vscode';
import type { Disposable } from '../disposableStore.ts';

const remembered = 20;

/** The one output channel of Beckon, made when there is something to say. */
export class BeckonLog implements Disposable {
  readonly #recent: string[] = [];
  #channel: vscode.LogOutputChannel | undefined;
  /** What still ends after the window was left must not make a channel that nobody takes away. */
  #isOver = false;

  /** The channel, for whoever writes into it in its own way. */
  get channel(): vscode.LogOutputChannel {
    this.#channel ??= vscode.window.createOutputChannel('Beckon', { log: true });
    return this.#channel;
  }

  /** The phrases that were written last, each with its time, oldest first. */
  get recent(): readonly string[] {
    return this.#recent;
  }

  /** Writes a fixed phrase about something that went wrong. It may get into a bug report. */
  warn(phrase: string): void {
    this.#recent.push(`${new Date().toISOString()} ${phrase}`);
    this.#recent.splice(0, this.#recent.length - remembered);
    if (!this.#isOver) {
      this.channel.warn(phrase);
    }
  }

  /** Writes a line that may name a run or a file, and nothing an agent wrote. */
  note(line: string): void {
    if (!this.#isOver) {
      this.channel.info(line);
    }
  }

  dispose(): void {
    this.#isOver = true;
    this.#channel?.dispose();
    this.#channel = undefined;
  }
}

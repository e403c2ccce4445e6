import type { Console } from './console.ts';
import { printText } from './safeConsole.ts';

const bell = '\u0007';

/**
 * Says lines in a terminal that others have in between. Nothing is written over their screens: the bell rings, and what
 * still holds is said when the terminal is free.
 */
export class TerminalVoice {
  readonly #console: Pick<Console, 'err' | 'screen'>;
  readonly #isTaken: () => boolean;
  readonly #kept = new Map<string, () => string | undefined>();

  constructor(console: Pick<Console, 'err' | 'screen'>, isTaken: () => boolean) {
    this.#console = console;
    this.#isTaken = isTaken;
  }

  /** Says the line now, or when the terminal is free. Of two about the same the newer one counts. */
  say(about: string, line: () => string | undefined): void {
    if (this.#isTaken()) {
      this.#kept.set(about, line);
      this.#console.screen?.draw(bell);
    } else {
      this.#write(line());
    }
  }

  /** The terminal is free: says what was kept, as far as there still is a line. */
  freed(): void {
    const lines = [...this.#kept.values()];
    this.#kept.clear();
    for (const line of lines) {
      this.#write(line());
    }
  }

  #write(line: string | undefined): void {
    if (line !== undefined) {
      printText(line, this.#console.err);
    }
  }
}

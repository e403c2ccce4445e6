const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof signals)[number];

/** Hears when the person, or the system, asks this program to end. */
export class StopSignals {
  #waiting: ((signal: StopSignal) => void)[] = [];
  #isListening = false;

  /**
   * Resolves at the next of them. Until this is called the first time, and whenever nobody waits, they end the program
   * at once; who asks again right away misses none.
   */
  next(): Promise<StopSignal> {
    if (!this.#isListening) {
      this.#isListening = true;
      for (const signal of signals) {
        // Never taken away: in the moment without it a second one would be deadly.
        process.on(signal, this.#hear);
      }
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The terminal is gone, which may be seen before it is told; says whether somebody waits for that. */
  hangUp(): boolean {
    return this.#tell('SIGHUP');
  }

  readonly #hear = (signal: StopSignal): void => {
    if (!this.#tell(signal)) {
      process.off(signal, this.#hear);
      process.kill(process.pid, signal);
    }
  };

  #tell(signal: StopSignal): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) {
      resolve(signal);
    }
    return waiting.length > 0;
  }
}

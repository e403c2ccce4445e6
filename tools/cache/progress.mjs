/** @typedef {{ isTTY?: boolean, write(text: string): unknown }} ProgressStream */

/** Tells a person what the tools are doing: one line a step, kept alive while the step lasts. */
export class Progress {
  #stream;
  #startedAt;
  #heartbeatMs;
  #inPlace;
  #depth = 0;

  /**
   * @param {ProgressStream} [stream]  standard error unless given, so that standard output stays the command's own
   * @param {{ startedAt?: number, heartbeatMs?: number }} [options]
   */
  constructor(stream = process.stderr, { startedAt = Date.now(), heartbeatMs = 10_000 } = {}) {
    this.#stream = stream;
    this.#startedAt = startedAt;
    // A line rewritten in place is noise in a log file, where every tenth second is enough to show life.
    this.#inPlace = stream.isTTY === true && !process.env.CI;
    this.#heartbeatMs = this.#inPlace ? 1000 : heartbeatMs;
  }

  /**
   * Runs one step under a title; the seconds shown count from the start of the whole command.
   * @template T
   * @param {string} title
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async step(title, work) {
    this.#show(title, false);
    const began = Date.now();
    const depth = ++this.#depth;
    const timer = setInterval(() => {
      // Of steps within steps the innermost is what is being waited for.
      if (this.#depth !== depth) return;
      this.#show(`${title}: ${Math.round((Date.now() - began) / 1000)} s so far`, false);
    }, this.#heartbeatMs);
    try {
      const value = await work();
      if (this.#inPlace) this.#show(title, true);
      return value;
    } catch (error) {
      if (this.#inPlace) this.#stream.write('\n');
      throw error;
    } finally {
      clearInterval(timer);
      this.#depth--;
    }
  }

  /**
   * Says one sentence on a line of its own.
   * @param {string} sentence
   */
  say(sentence) {
    this.#show(sentence, true);
  }

  /**
   * @param {string} text
   * @param {boolean} keep
   */
  #show(text, keep) {
    const seconds = `${Math.round((Date.now() - this.#startedAt) / 1000)} s`.padStart(6);
    if (this.#inPlace) this.#stream.write(`\r\u001b[2K${seconds}  ${text}${keep ? '\n' : ''}`);
    else this.#stream.write(`${seconds}  ${text}\n`);
  }
}

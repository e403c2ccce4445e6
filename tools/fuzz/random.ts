/** Numbers that look random and are the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, but not, `end`. */
  below(end: number): number {
    // A linear congruential generator is enough here: it only has to be even and repeatable.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  /** One of these. */
  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** The same bytes with a few of them changed, taken out, doubled or put in. */
  damaged(bytes: Buffer): Buffer {
    let now = bytes;
    for (let times = 1 + this.below(6); times > 0; times -= 1) {
      const at = this.below(now.length + 1);
      const length = this.below(this.pick([2, 8, 200]));
      const [before, cut, after] = [
        now.subarray(0, at),
        now.subarray(at, at + length),
        now.subarray(at + length),
      ];
      now = Buffer.concat(
        this.pick([
          [before, after],
          [before, cut, cut, after],
          [before, this.#junk(), after],
          [before],
          [before, Buffer.from(this.pick(nasty)), after],
        ]),
      );
    }
    return now;
  }

  #junk(): Buffer {
    return Buffer.from(Array.from({ length: this.below(40) }, () => this.below(256)));
  }
}

const nasty: readonly string[] = [
  '\r\n\r\n',
  '\0',
  '\u202e\u001b[2J',
  '"',
  '{',
  '['.repeat(2000),
  '{"a":'.repeat(2000),
  '- '.repeat(2000),
  'Content-Length: 99999999999\r\n',
  'Transfer-Encoding: chunked\r\n',
  'beckon-event-id: ../../x\r\n',
  '&a *a',
  '---\n',
  '\ud800',
  '9'.repeat(400),
];

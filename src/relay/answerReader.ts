/** One thing a listener said that counts. */
export type ListenerWord =
  | { readonly kind: 'held' }
  | { readonly kind: 'taken' }
  /** It should have been held here, but nobody can be asked. */
  | { readonly kind: 'unable' }
  | { readonly kind: 'answered'; readonly body: Buffer };

const headLimit = 64 * 1024;
const answerLimit = 9_999_999;
const meant: readonly number[] = [102, 200, 204, 503];

/**
 * Reads the responses of one listener at any split. What shows not the right proof, or is no response, is refused: an
 * event that a stranger took is nobody's.
 */
export class AnswerReader {
  readonly #proof: string;
  #text: Buffer = Buffer.alloc(0);

  constructor(proof: string) {
    this.#proof = proof;
  }

  /** The answers that this chunk completes. */
  read(chunk: Buffer): readonly ListenerWord[] | 'refused' {
    this.#text = Buffer.concat([this.#text, chunk]);
    const answers: ListenerWord[] = [];
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n');
      if (end < 0) {
        return this.#text.length > headLimit ? 'refused' : answers;
      }
      const { status, proof, length } = parseHead(this.#text.toString('latin1', 0, end));
      if (proof !== this.#proof || !meant.includes(status)) {
        return 'refused';
      }
      if (status === 200 && this.#text.length < end + 4 + length) {
        return answers;
      }
      const body = this.#text.subarray(end + 4, end + 4 + (status === 200 ? length : 0));
      this.#text = this.#text.subarray(end + 4 + body.length);
      if (status === 200) {
        answers.push({ kind: 'answered', body });
      } else {
        answers.push({ kind: status === 102 ? 'held' : status === 503 ? 'unable' : 'taken' });
      }
    }
  }
}

function parseHead(head: string): { status: number; proof: string; length: number } {
  const [first = '', ...lines] = head.split('\r\n');
  const field = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? '';
  const length = field('content-length');
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/u.exec(first)?.[1] ?? 0),
    proof: field('beckon-proof'),
    length: /^\d{1,7}$/u.test(length) ? Math.min(Number(length), answerLimit) : 0,
  };
}

/** A word that stands on one line; in quotes where it has some, and open where these are not closed there. */
export interface Word {
  readonly from: number;
  readonly to: number;
  readonly quote: string | undefined;
  readonly isOpen: boolean;
}

/** Reads words of YAML, a line at a time. `to` is the end of the line that is read. */
export class YamlWords {
  /** Where the line begins that is being read. */
  lineFrom = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** A word from its first character on: in quotes, or up to what ends it. */
  wordAt(from: number, to: number, isFlow: boolean, isValue = false): Word {
    const quote = this.char(from);
    if (quote === '"' || quote === "'") {
      const end = this.quoteEnd(from + 1, to, quote);
      return { from, to: end ?? to, quote, isOpen: end === undefined };
    }
    let end = from;
    for (; end < to; end++) {
      const char = this.char(end);
      const isColon = char === ':' && (isFlow ? this.isFlowGap(end + 1, to) : this.isGap(end + 1, to));
      const isComment = char === '#' && this.isGap(end - 1, to) && end > from;
      if ((isColon && !isValue) || isComment || (isFlow && /[,[\]{}]/u.test(char))) {
        break;
      }
    }
    while (end > from && this.isGap(end - 1, to)) {
      end--;
    }
    return { from, to: end, quote: undefined, isOpen: false };
  }

  /** Where a text in quotes ends, of which this is behind the first quote; nothing where that is not on the line. */
  quoteEnd(from: number, to: number, quote: string): number | undefined {
    for (let pos = from; pos < to; pos++) {
      const char = this.char(pos);
      if (char === '\\' && quote === '"') {
        pos++;
      } else if (char === quote) {
        if (quote === '"' || this.char(pos + 1) !== "'") {
          return pos + 1;
        }
        pos++;
      }
    }
    return undefined;
  }

  /** What a word says, without its quotes. */
  plain({ from, to, quote, isOpen }: Word): string {
    return quote === undefined
      ? this.#text.slice(from, to)
      : this.#text.slice(from + 1, isOpen ? to : to - 1).replaceAll("''", "'");
  }

  /** Behind anchors and tags. */
  skipProperties(from: number, to: number): number {
    let pos = from;
    while (pos < to && /[&!]/u.test(this.char(pos))) {
      while (pos < to && !this.isGap(pos, to)) {
        pos++;
      }
      pos = this.skip(pos, to);
    }
    return pos;
  }

  /** Behind blanks. */
  skip(from: number, to: number): number {
    let pos = from;
    while (pos < to && this.isGap(pos, to)) {
      pos++;
    }
    return pos;
  }

  /** Whether a blank is there, or an end of the line. */
  isGap(pos: number, to: number): boolean {
    const char = this.char(pos);
    return pos >= to || char === ' ' || char === '\t' || pos < this.lineFrom;
  }

  /** Whether a word in brackets would end there. */
  isFlowGap(pos: number, to: number): boolean {
    return this.isGap(pos, to) || /[,[\]{}]/u.test(this.char(pos));
  }

  char(pos: number): string {
    return this.#text.charAt(pos);
  }
}

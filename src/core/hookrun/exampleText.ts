/** How deep groups may be, and how often something is said again: an example is short, or there is none. */
const deepest = 20;
const mostTimes = 20;

/** What stands for a class of characters. */
const classes: Readonly<Record<string, string>> = { d: '1', D: 'a', w: 'a', W: ' ', s: ' ', S: 'a' };
const controls: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/**
 * Texts that a regular expression may be found in, one for each of its alternatives; none where it is too odd. They are
 * guesses: whoever needs one that matches tries them.
 */
export function exampleTexts(pattern: string): readonly string[] {
  try {
    const reader = new Reader(pattern);
    const texts = reader.alternatives(0);
    return reader.isAtEnd ? [...new Set(texts)] : [];
  } catch {
    return [];
  }
}

class Reader {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  alternatives(depth: number): readonly string[] {
    if (depth > deepest) {
      throw new Error('too deep');
    }
    const texts = [this.#sequence(depth)];
    while (this.#takes('|')) {
      texts.push(this.#sequence(depth));
    }
    return texts;
  }

  #sequence(depth: number): string {
    let text = '';
    while (!this.isAtEnd && !/[|)]/u.test(this.#next)) {
      text += this.#repeated(this.#atom(depth));
    }
    return text;
  }

  #atom(depth: number): string {
    const char = this.#take();
    switch (char) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '(':
        return this.#group(depth);
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      default:
        return char;
    }
  }

  #group(depth: number): string {
    const kind = /^\?(?:<?[=!]|:|<\w+>)/u.exec(this.#pattern.slice(this.#at))?.[0] ?? '';
    this.#at += kind.length;
    const [text = ''] = this.alternatives(depth + 1);
    if (!this.#takes(')')) {
      throw new Error('open group');
    }
    // What is only looked for is no part of the text.
    return /[=!]$/u.test(kind) ? '' : text;
  }

  #escape(): string {
    const char = this.#take();
    if (/[bB]/u.test(char)) {
      return '';
    }
    if (/[\dxuckpP]/u.test(char)) {
      throw new Error('not read');
    }
    return classes[char] ?? controls[char] ?? char;
  }

  #class(): string {
    const rest = this.#pattern.slice(this.#at);
    const [whole, inner = ''] = /^((?:\\.|[^\]\\])*)\]/u.exec(rest) ?? [];
    if (whole === undefined) {
      throw new Error('open class');
    }
    this.#at += whole.length;
    const isOne = new RegExp(`^[${inner}]$`);
    const found = [...'aA1 /-_.;"\'', ...inner].find((char) => isOne.test(char));
    if (found === undefined) {
      throw new Error('empty class');
    }
    return found;
  }

  #repeated(text: string): string {
    const [whole, least] = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/u.exec(this.#pattern.slice(this.#at)) ?? [];
    if (whole === undefined) {
      return text;
    }
    this.#at += whole.length;
    const times = least === undefined ? (whole.startsWith('+') ? 1 : 0) : Number(least);
    if (times > mostTimes) {
      throw new Error('too long');
    }
    return text.repeat(times);
  }

  get #next(): string {
    return this.#pattern.charAt(this.#at);
  }

  #take(): string {
    const char = this.#next;
    this.#at += 1;
    return char;
  }

  #takes(char: string): boolean {
    const isNext = this.#next === char;
    this.#at += isNext ? 1 : 0;
    return isNext;
  }
}

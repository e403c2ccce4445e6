import { FlowReader } from './flowReader.ts';
import { ScanState } from './scanState.ts';
import type { Field, Frame, Spot } from './yamlFrame.ts';

/** What a text has in it, and what is at a place of it. */
export interface YamlScan {
  readonly frames: readonly Frame[];
  readonly spot?: Spot | undefined;
}

/**
 * Reads YAML that is being typed: what cannot be understood is passed over, and what is not closed ends where the
 * indentation says so. `at` is the place that is asked about. It never fails, and takes time in the length of the text.
 */
export function scanYaml(text: string, at = -1): YamlScan {
  const state = new ScanState(text, at);
  const scanner = new Scanner(text, state);
  const ends = /\r\n|[\n\r]|$/gu;
  for (let from = 0; ; from = ends.lastIndex) {
    ends.lastIndex = from;
    const end = ends.exec(text);
    scanner.readLine(from, end?.index ?? text.length);
    if (!end?.[0]) {
      return { frames: state.stack.all, spot: state.spot };
    }
  }
}

class Scanner {
  readonly #text: string;
  readonly #state: ScanState;
  readonly #flow: FlowReader;
  /** The indentation that the lines of a block scalar are deeper than. */
  #scalarIndent: number | undefined;

  constructor(text: string, state: ScanState) {
    this.#text = text;
    this.#state = state;
    this.#flow = new FlowReader(state);
  }

  readLine(from: number, to: number): void {
    this.#state.words.lineFrom = from;
    const first = this.#state.words.skip(from, to);
    const isEmpty = first === to;
    const column = first - from;
    if (this.#scalarIndent !== undefined) {
      if (isEmpty || column > this.#scalarIndent) {
        return;
      }
      this.#scalarIndent = undefined;
    }
    const isInside = isEmpty || column > (this.#state.stack.top?.indent ?? -1);
    if (this.#state.quote !== undefined) {
      if (isInside) {
        this.#endQuote(first, to, this.#state.quote);
        return;
      }
      this.#state.quote = undefined;
    }
    if (this.#state.stack.top?.isFlow) {
      if (isInside || /[\]}]/u.test(this.#state.words.char(first))) {
        this.#flow.read(from, to);
        return;
      }
      this.#state.stack.leaveFlow();
    }
    if (isEmpty) {
      this.#readEmpty(to);
    } else if (this.#state.words.char(first) !== '#') {
      this.#readBlock(first, to);
    }
  }

  #endQuote(first: number, to: number, quote: string): void {
    const end = this.#state.words.quoteEnd(first, to, quote);
    if (end !== undefined) {
      this.#state.quote = undefined;
      this.#flow.read(end, to);
    }
  }

  /** What an empty line is a place for depends on how far the cursor is in. */
  #readEmpty(to: number): void {
    if (this.#state.at < this.#state.words.lineFrom || this.#state.at > to) {
      return;
    }
    const column = this.#state.at - this.#state.words.lineFrom;
    let frame = this.#state.stack.top;
    while (frame && frame.indent > column) {
      frame = frame.parent;
    }
    const spot = { role: 'key', from: this.#state.at, to: this.#state.at } as const;
    if (!frame) {
      this.#state.spot = this.#state.stack.top ? undefined : spot;
    } else if (frame.indent === column) {
      const isList = frame.kind === 'list' && frame.parent?.indent !== column;
      const around = isList || frame.kind === 'mapping' ? frame : frame.parent;
      this.#state.spot = { ...spot, frame: around, ...(isList ? { needsDash: true } : {}) };
    } else if (frame.kind === 'mapping' ? frame.pending : !frame.isFull) {
      this.#state.spot = {
        ...spot,
        frame,
        label: frame.kind === 'mapping' ? frame.pending?.name : frame.item,
      };
    }
  }

  #readBlock(first: number, to: number): void {
    let pos = first;
    const isDash = (at: number) => this.#state.words.char(at) === '-' && this.#state.words.isGap(at + 1, to);
    this.#state.stack.popTo(pos - this.#state.words.lineFrom, isDash(pos));
    while (isDash(pos)) {
      const list = this.#state.stack.frameAt('list', pos - this.#state.words.lineFrom);
      if (!list) {
        return;
      }
      list.item += 1;
      list.isFull = false;
      const next = this.#state.words.skip(pos + 1, to);
      if (next === to || this.#state.words.char(next) === '#') {
        if (this.#state.covers(pos + 1, next === to ? to : next - 1)) {
          const needsSpace = this.#state.at === pos + 1;
          const place = { from: this.#state.at, to: this.#state.at, frame: list, label: list.item };
          this.#state.spot = { role: 'key', ...place, needsSpace };
        }
        return;
      }
      pos = next;
    }
    this.#readNode(this.#state.words.skipProperties(pos, to), pos - this.#state.words.lineFrom, to);
  }

  #readNode(pos: number, column: number, to: number): void {
    if (/[[{]/u.test(this.#state.words.char(pos)) && pos < to) {
      if (this.#state.stack.openFlow(this.#state.words.char(pos) === '{' ? 'mapping' : 'list')) {
        this.#flow.read(pos + 1, to);
      }
      return;
    }
    if (pos >= to || this.#isBlockScalar(pos, to)) {
      return;
    }
    const frame = this.#state.stack.frameAt('mapping', column);
    if (!frame) {
      return;
    }
    const word = this.#state.words.wordAt(pos, to, false);
    const colon = this.#state.words.skip(word.to, to);
    const hasColon =
      this.#state.words.char(colon) === ':' && colon < to && this.#state.words.isGap(colon + 1, to);
    if (!hasColon) {
      frame.pending = undefined;
      this.#state.note({ role: 'key', frame, ...word });
      return;
    }
    const field: Field = { name: this.#state.words.plain(word), from: word.from, to: word.to };
    frame.fields.push(field);
    frame.pending = field;
    this.#state.note({ role: 'key', frame, field, hasColon, ...word });
    this.#readValue(colon + 1, to, frame, field);
  }

  #readValue(from: number, to: number, frame: Frame, field: Field): void {
    const first = this.#state.words.skip(from, to);
    const pos = this.#state.words.skipProperties(first, to);
    if (pos === to || this.#state.words.char(pos) === '#') {
      if (first === pos && this.#state.covers(from, pos === to ? to : pos - 1)) {
        const needsSpace = this.#state.at === from;
        this.#state.spot = {
          role: 'value',
          from: this.#state.at,
          to: this.#state.at,
          frame,
          field,
          needsSpace,
        };
      }
      return;
    }
    if (this.#isBlockScalar(pos, to)) {
      frame.pending = undefined;
      return;
    }
    if (/[[{]/u.test(this.#state.words.char(pos))) {
      this.#state.stack.openFlow(this.#state.words.char(pos) === '{' ? 'mapping' : 'list');
      this.#flow.read(pos + 1, to);
      return;
    }
    const word = this.#state.words.wordAt(pos, to, false, true);
    frame.pending = undefined;
    field.value = this.#state.words.plain(word);
    this.#state.note({ role: 'value', frame, field, ...word });
  }

  /** Whether the lines from here on are a text, which goes on while they are farther in than what it is in. */
  #isBlockScalar(pos: number, to: number): boolean {
    const isOne = /^[|>][-+\d]{0,2}(?:\s|$)/u.test(this.#text.slice(pos, Math.min(to, pos + 4)));
    this.#scalarIndent = isOne ? (this.#state.stack.top?.indent ?? -1) : undefined;
    return isOne;
  }
}

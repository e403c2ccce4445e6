import type { ScanState } from './scanState.ts';
import type { Field, Frame } from './yamlFrame.ts';

/** Reads what is in brackets and braces, a line at a time. */
export class FlowReader {
  readonly #state: ScanState;

  constructor(state: ScanState) {
    this.#state = state;
  }

  /** Reads on in brackets, up to their end or that of the line. */
  read(from: number, to: number): void {
    let pos = from;
    for (let frame = this.#state.stack.top; frame?.isFlow; frame = this.#state.stack.top) {
      const next = this.#state.words.skip(pos, to);
      const isComment =
        next < to && this.#state.words.char(next) === '#' && this.#state.words.isGap(next - 1, to);
      if (this.#state.covers(pos, isComment ? next - 1 : next)) {
        this.#noteGap(frame, this.#state.at === from && this.#state.words.char(from - 1) === ':');
      }
      if (next === to || isComment) {
        return;
      }
      pos = this.#readPart(frame, next, to);
    }
  }

  /** What an empty place in brackets is for; a word that is there already is what it is. */
  #noteGap(frame: Frame, needsSpace: boolean): void {
    if (this.#state.spot || frame.isFull) {
      return;
    }
    const field = frame.pending;
    const label = frame.kind === 'list' ? { label: frame.item } : {};
    const value = field ? { role: 'value' as const, field, needsSpace } : { role: 'key' as const };
    this.#state.spot = { from: this.#state.at, to: this.#state.at, frame, ...label, ...value };
  }

  #readPart(frame: Frame, pos: number, to: number): number {
    const char = this.#state.words.char(pos);
    if (char === '{' || char === '[') {
      this.#state.stack.openFlow(this.#state.words.char(pos) === '{' ? 'mapping' : 'list');
      return pos + 1;
    }
    if (char === '}' || char === ']') {
      this.#forgetGap(pos);
      this.#state.stack.pop();
      return pos + 1;
    }
    if (char === ',') {
      frame.pending = undefined;
      frame.isFull = false;
      frame.item += 1;
      return pos + 1;
    }
    const start = this.#state.words.skipProperties(pos, to);
    if (start > pos) {
      return start;
    }
    this.#forgetGap(pos);
    return this.#readWord(frame, pos, to);
  }

  /** A place at which something stands is not empty; before a bracket or a comma it is. */
  #forgetGap(pos: number): void {
    const isWord = !/[\]},]/u.test(this.#state.words.char(pos));
    if (
      isWord &&
      this.#state.spot &&
      this.#state.spot.from === this.#state.spot.to &&
      this.#state.spot.to === pos
    ) {
      this.#state.spot = undefined;
    }
  }

  #readWord(frame: Frame, pos: number, to: number): number {
    const word = this.#state.words.wordAt(pos, to, true);
    const colon = this.#state.words.skip(word.to, to);
    const isColon = this.#state.words.char(colon) === ':' && colon < to;
    const hasColon = isColon && (word.quote !== undefined || this.#state.words.isFlowGap(colon + 1, to));
    const field = frame.pending;
    this.#state.quote = word.isOpen ? word.quote : undefined;
    if (field) {
      frame.pending = undefined;
      frame.isFull = true;
      field.value = this.#state.words.plain(word);
      this.#state.note({ role: 'value', frame, field, ...word });
    } else if (frame.kind === 'list') {
      frame.isFull = true;
      this.#state.note({ role: 'key', frame, label: frame.item, ...word });
    } else if (hasColon) {
      const key: Field = { name: this.#state.words.plain(word), from: word.from, to: word.to };
      frame.fields.push(key);
      frame.pending = key;
      this.#state.note({ role: 'key', frame, field: key, hasColon, ...word });
      if (this.#state.at === colon + 1 && this.#state.words.isGap(colon + 1, to)) {
        this.#state.spot = {
          role: 'value',
          from: this.#state.at,
          to: this.#state.at,
          frame,
          field: key,
          needsSpace: true,
        };
      }
    } else {
      frame.isFull = true;
      this.#state.note({ role: 'key', frame, ...word });
    }
    // Something is read in any case, or this would not end.
    return Math.max(hasColon ? colon + 1 : word.to, pos + 1);
  }
}

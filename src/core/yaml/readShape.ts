import type { Node, Pair } from 'yaml';
import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import type { Report, Span, YamlCode } from './problem.ts';
import { errorAt } from './problem.ts';
import type { Entry, Shape } from './shape.ts';
import { quoted } from './shape.ts';
import { tightSpan } from './tightSpan.ts';

/** How many values aliases may stand for, all in all. */
const mostAliased = 10_000;

/** An anchor; it has no shape while its own value is still being read. */
interface Anchor {
  shape?: Shape;
  size: number;
}

/**
 * Reads the parsed document of a text once: resolves its aliases, and reports those that cannot be, and keys that are there
 * twice. `undefined` where what is left would mean something else than the text says.
 */
export function readShape(root: Node | null, text: string, report: Report): Shape | undefined {
  const reader = new ShapeReader(text, report);
  const shape = reader.read(root);
  return reader.broken ? undefined : shape;
}

class ShapeReader {
  readonly #text: string;
  readonly #report: Report;
  readonly #anchors = new Map<string, Anchor>();
  #broken = false;
  /** How many values were read so far, those behind aliases counted at each. */
  #size = 0;
  #aliased = 0;

  constructor(text: string, report: Report) {
    this.#text = text;
    this.#report = report;
  }

  get broken(): boolean {
    return this.#broken;
  }

  read(node: unknown, fallback: Span = [0, 0]): Shape {
    const span = this.#spanOf(node, fallback);
    const nothing: Shape = { kind: 'scalar', span, value: null, source: '' };
    if (isAlias(node)) {
      return this.#readAlias(node.source, span);
    }
    const anchor: Anchor = { size: 0 };
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined) {
      this.#anchors.set(node.anchor, anchor);
    }
    const before = this.#size++;
    const shape: Shape = isMap(node)
      ? { kind: 'mapping', span, entries: this.#readEntries(node.items, span) }
      : isSeq(node)
        ? { kind: 'list', span, items: node.items.map((item) => this.read(item, span)) }
        : isScalar(node)
          ? { kind: 'scalar', span, value: node.value, source: node.source ?? '' }
          : nothing;
    anchor.shape = shape;
    anchor.size = this.#size - before;
    return shape;
  }

  #readAlias(name: string, span: Span): Shape {
    const anchor = this.#anchors.get(name);
    if (!anchor) {
      const message = `Put the anchor &${quoted(name).slice(1, -1)} before this alias, or write out what it stands for.`;
      return this.#give(span, 'unknown-alias', message);
    }
    if (!anchor.shape) {
      const message = 'Write out what this alias stands for; it is a part of its own value.';
      return this.#give(span, 'alias-cycle', message);
    }
    this.#size += anchor.size;
    this.#aliased += anchor.size;
    if (this.#aliased > mostAliased && this.#aliased - anchor.size <= mostAliased) {
      const message = `Use fewer aliases; from here on they stand for more than ${mostAliased} values.`;
      return this.#give(span, 'alias-expansion', message);
    }
    return anchor.shape;
  }

  #readEntries(pairs: readonly Pair[], map: Span): readonly Entry[] {
    const seen = new Set<string>();
    return pairs.map(({ key: node, value }) => {
      const name = this.read(node, map);
      const key = name.kind === 'scalar' ? String(name.value ?? '') : '';
      const keySpan = name.span;
      if (key === '<<') {
        const message =
          'Write the keys out, or use an alias as a value; merge keys are not a part of YAML 1.2.';
        this.#report(errorAt(keySpan, 'merge-key', message));
      } else if (seen.has(key)) {
        const message = `Take out one of the keys ${quoted(key)}; a mapping has each key once.`;
        this.#report(errorAt(keySpan, 'duplicate-key', message));
      }
      seen.add(key);
      const read = this.read(value, keySpan);
      // A value that is not there has no place; its key has.
      const empty = read.kind === 'scalar' && read.value === null && read.source === '';
      return { key, keySpan, value: empty ? { ...read, span: keySpan } : read };
    });
  }

  #spanOf(node: unknown, fallback: Span): Span {
    const range = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? node.range : undefined;
    return range ? tightSpan(this.#text, [range[0], range[1]]) : fallback;
  }

  #give(span: Span, code: YamlCode, message: string): Shape {
    this.#broken = true;
    this.#report(errorAt(span, code, message));
    return { kind: 'scalar', span, value: null, source: '' };
  }
}

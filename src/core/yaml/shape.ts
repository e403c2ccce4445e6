import { clip } from '../text/clip.ts';
import { plainText } from '../text/plainText.ts';
import type { Span } from './problem.ts';

/** One key of a mapping and what it has. */
export interface Entry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Shape;
}

/** A mapping, its entries in order; a key that is there twice is two entries. */
export interface MappingShape {
  readonly kind: 'mapping';
  readonly span: Span;
  readonly entries: readonly Entry[];
}

/** A list. */
export interface ListShape {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly Shape[];
}

/** A single value. */
export interface ScalarShape {
  readonly kind: 'scalar';
  readonly span: Span;
  readonly value: unknown;
  /** How it is written; what a number looks like is lost in its value. */
  readonly source: string;
}

/** What a YAML text holds, with nothing left of anchors, aliases and tags; an alias is the very shape it names. */
export type Shape = MappingShape | ListShape | ScalarShape;

/** What a person would call a shape. */
export function kindWord(shape: Shape): string {
  if (shape.kind !== 'scalar') {
    return `a ${shape.kind}`;
  }
  switch (typeof shape.value) {
    case 'string':
      return 'a text';
    case 'boolean':
      return `the value ${shape.value}`;
    case 'number':
    case 'bigint':
      return 'a number';
    default:
      return 'nothing';
  }
}

/** A piece of a text as a message quotes it: short, on one line, nothing invisible. */
export function quoted(text: string): string {
  const plain = plainText(clip(text, 400));
  const short = clip(plain, 60);
  return `'${short}${short === plain ? '' : '…'}'`;
}

import type { Span } from '../core/yaml/problem.ts';
import { scanYaml } from './scanYaml.ts';
import type { Frame, Spot } from './yamlFrame.ts';
import { pathOf } from './yamlFrame.ts';

/** Keys, and the numbers of items in lists, from the outermost on. */
export type YamlPath = readonly (string | number)[];

/** Where a cursor is in a text in YAML that is being typed. */
export interface YamlCursor {
  readonly role: 'key' | 'value';
  /** What is around a key; of a value, up to its own key. */
  readonly path: YamlPath;
  /** What is written, with its quotes; on one line, the cursor in it or at its ends. */
  readonly span: Span;
  /** What is written there, to the letter. */
  readonly written: string;
  /** What is written, without quotes. */
  readonly word: string;
  readonly quote?: string | undefined;
  /** A key with its colon. Without one, a value may be meant as well. */
  readonly hasColon: boolean;
  /** A blank has to come first: the cursor is right behind a colon or a dash. */
  readonly needsSpace: boolean;
  /** An item of a list has to begin here, with its dash. */
  readonly needsDash: boolean;
  /** An item of a list begins here. */
  readonly isItem: boolean;
  readonly isFlow: boolean;
  /** How far in what is written here begins. */
  readonly column: number;
  /** The other keys of the mapping, with those values that are single ones. */
  readonly entries: ReadonlyMap<string, string | undefined>;
  /** The keys that the mapping at a path has. */
  readonly keysAt: (path: YamlPath) => readonly string[];
}

/** Finds out where a place of a text is. Nothing in comments, between words, and where a text goes over lines. */
export function yamlCursor(text: string, at: number): YamlCursor | undefined {
  const { frames, spot } = scanYaml(text, at);
  if (!spot) {
    return undefined;
  }
  const lineFrom = lineStart(text, at);
  const inside = spot.label === undefined ? spot.frame : childOf(frames, spot);
  const isAlone = text.slice(lineFrom, spot.from).trim() === '';
  if (spot.label !== undefined && inside && !inside.isFlow && isAlone && inside.indent !== at - lineFrom) {
    return undefined;
  }
  const path = [...pathOf(spot.frame), ...(spot.label === undefined ? [] : [spot.label])];
  const others = inside?.fields.filter((field) => field !== spot.field) ?? [];
  const written = text.slice(spot.from, spot.to);
  return {
    role: spot.role,
    path: spot.role === 'value' && spot.field ? [...path, spot.field.name] : path,
    span: [spot.from, spot.to],
    written,
    word: spot.quote === undefined ? written : unquoted(written, spot.quote),
    quote: spot.quote,
    hasColon: spot.hasColon ?? false,
    needsSpace: spot.needsSpace ?? false,
    needsDash: spot.needsDash ?? (spot.label !== undefined && inside?.kind === 'list'),
    isItem: typeof spot.label === 'number',
    isFlow: spot.frame?.isFlow ?? false,
    column: spot.from - lineFrom,
    entries: new Map(others.map(({ name, value }) => [name, value])),
    keysAt: (wanted) => keysAt(frames, wanted),
  };
}

function childOf(frames: readonly Frame[], { frame, label }: Spot): Frame | undefined {
  return frames.find((one) => one.parent === frame && one.label === label);
}

/** The keys of the mapping at a path, over all places where the text has it. */
function keysAt(frames: readonly Frame[], wanted: YamlPath): readonly string[] {
  const same = frames.filter((frame) => {
    const path = frame.kind === 'mapping' ? pathOf(frame) : undefined;
    return path?.length === wanted.length && path.every((part, at) => part === wanted[at]);
  });
  return same.flatMap(({ fields }) => fields.map(({ name }) => name));
}

function unquoted(written: string, quote: string): string {
  const isClosed = written.length > 1 && written.endsWith(quote);
  return written.slice(1, isClosed ? -1 : undefined).replaceAll("''", "'");
}

function lineStart(text: string, at: number): number {
  let from = at;
  while (from > 0 && !/[\n\r]/u.test(text.charAt(from - 1))) {
    from--;
  }
  return from;
}

import { findFrontmatter } from '../../core/hookfile/frontmatter.ts';
import { maxFrontmatterLength } from '../../core/hookfile/parseHook.ts';
import type { HookSurroundings } from '../../core/hookrun/surroundings.ts';
import type { Span } from '../../core/yaml/problem.ts';
import { readYaml } from '../../core/yaml/readYaml.ts';
import type { Entry, ListShape, MappingShape, Shape } from '../../core/yaml/shape.ts';
import type { FileKind } from '../fileKind.ts';

/** A key with its value in its mapping. */
export interface EntryPlace {
  readonly entry: Entry;
  readonly mapping: MappingShape;
  /** The keys and the numbers of items that lead to it, with its own. */
  readonly path: readonly (string | number)[];
}

/** An item in its list. */
export interface ItemPlace {
  readonly item: Shape;
  readonly list: ListShape;
  readonly path: readonly (string | number)[];
}

/** A text that is to be mended, and what is in it. All spans are of the whole text. */
export interface Scene {
  readonly kind: FileKind;
  readonly text: string;
  /** Where the YAML is. */
  readonly region: Span;
  readonly lineEnd: '\n' | '\r\n';
  /** What the YAML holds; nothing where it cannot be read. */
  readonly root?: Shape;
  readonly entries: readonly EntryPlace[];
  readonly items: readonly ItemPlace[];
  readonly around?: HookSurroundings | undefined;
}

/** Looks at a text. */
export function sceneOf(kind: FileKind, text: string, around?: HookSurroundings): Scene {
  const region = kind === 'runbook' ? ([0, text.length] as const) : regionOf(text);
  // Dashes become a comment, so that places count from the start of the text.
  const fence = region[0] === 0 ? '' : `#${text.slice(1, region[0])}`;
  const root = readYaml(fence + text.slice(region[0], region[1]), () => {});
  const entries: EntryPlace[] = [];
  const items: ItemPlace[] = [];
  const seen = new Set<Shape>();
  const collect = (shape: Shape, path: readonly (string | number)[]): void => {
    if (seen.has(shape)) {
      return;
    }
    seen.add(shape);
    if (shape.kind === 'mapping') {
      for (const entry of shape.entries) {
        const its = [...path, entry.key];
        entries.push({ entry, mapping: shape, path: its });
        collect(entry.value, its);
      }
    } else if (shape.kind === 'list') {
      for (const [index, item] of shape.items.entries()) {
        const its = [...path, index];
        items.push({ item, list: shape, path: its });
        collect(item, its);
      }
    }
  };
  if (root) {
    collect(root, []);
  }
  const lineEnd = text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  return { kind, text, region, lineEnd, ...(root ? { root } : {}), entries, items, around };
}

function regionOf(text: string): Span {
  const matter = findFrontmatter(text.slice(0, maxFrontmatterLength));
  return typeof matter === 'string' ? [0, 0] : [matter.from, matter.from + matter.yaml.length];
}

/** The entry whose value is at a span; that of a key without a value is at its key. */
export function entryWithValue({ entries }: Scene, span: Span): EntryPlace | undefined {
  return at(entries, span, ({ entry }) => entry.value.span);
}

/** The entry whose key is at a span. */
export function entryWithKey({ entries }: Scene, span: Span): EntryPlace | undefined {
  return at(entries, span, ({ entry }) => entry.keySpan);
}

/** The item that is at a span. */
export function itemAt({ items }: Scene, span: Span): ItemPlace | undefined {
  return at(items, span, ({ item }) => item.span);
}

/** The entry that a path leads to. */
export function entryOf({ entries }: Scene, ...path: readonly (string | number)[]): EntryPlace | undefined {
  return entries.find(
    (one) => one.path.length === path.length && one.path.every((key, at) => key === path[at]),
  );
}

/** What a value says as a text; nothing where it is no single value. */
export function writtenText(value: Shape): string {
  return value.kind === 'scalar' ? String(value.value) : '';
}

/** What is at a span: of what is inside of another the inner one, since a mapping starts where its first key does. */
function at<Spot>(
  places: readonly Spot[],
  [from, to]: Span,
  spanOf: (place: Spot) => Span,
): Spot | undefined {
  const near = places.filter((place) => spanOf(place)[0] === from);
  // A place that was told as line and column ends before `\r\n`, not between.
  return (
    near.findLast((place) => spanOf(place)[1] === to) ??
    near.findLast((place) => Math.abs(spanOf(place)[1] - to) === 1)
  );
}

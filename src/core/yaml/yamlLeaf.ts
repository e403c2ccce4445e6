import type { CST } from 'yaml';

/** A piece of a YAML text that has no smaller ones in it, and how far in it stands where it begins a line. */
export interface YamlLeaf {
  readonly type: CST.Token['type'] | CST.SourceToken['type'];
  readonly source: string;
  readonly indent: number;
  /** Of a block scalar: how far in the block is that it is a value of, as it is written. */
  readonly was?: number;
}

const step = 2;

/** The pieces of a text, in their order. */
export function leavesOf(token: CST.Token): readonly YamlLeaf[] {
  const leaves: YamlLeaf[] = [];
  collect(token, { indent: 0, was: 0, depth: 0, isRoot: true }, leaves);
  return leaves;
}

/** Where a piece is: how far in it should be, how far in its block was, and in how many brackets it is. */
interface LeafPlace {
  readonly indent: number;
  readonly was: number;
  readonly depth: number;
  readonly isRoot?: boolean;
  /** The place of the item around it. */
  readonly outer?: LeafPlace;
}

type Item = CST.BlockMap['items'][number] | CST.BlockSequence['items'][number];

function collect(token: CST.Token | null | undefined, place: LeafPlace, leaves: YamlLeaf[]): void {
  if (!token) {
    return;
  }
  switch (token.type) {
    case 'document':
      addAll(token.start, 0, leaves);
      collect(token.value, place, leaves);
      addAll(token.end, 0, leaves);
      return;
    case 'block-map':
    case 'block-seq':
      for (const item of token.items) {
        collectItem(item, { ...place, was: token.indent, depth: 0, isRoot: false }, leaves);
      }
      return;
    case 'flow-collection':
      collectFlow(token, place, leaves);
      return;
    case 'block-scalar':
      for (const prop of token.props) {
        collect(prop, place, leaves);
      }
      leaves.push({ type: token.type, source: token.source, indent: place.indent, was: place.was });
      return;
    case 'alias':
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
    case 'doc-end':
      leaves.push({ type: token.type, source: token.source, indent: place.indent });
      addAll(token.end, place.indent, leaves);
      return;
    default:
      leaves.push({ type: token.type, source: token.source, indent: place.indent });
  }
}

function collectItem(item: Item, place: LeafPlace, leaves: YamlLeaf[]): void {
  const inside = { ...place, indent: place.indent + step, outer: place };
  let isBehind = false;
  for (const token of item.start) {
    addAll([token], isBehind ? inside.indent : commentIndent(token, place), leaves);
    isBehind ||= token.type === 'seq-item-ind';
  }
  collect(item.key, place, leaves);
  for (const token of item.sep ?? []) {
    const isOutside = token.type === 'comment' && token.indent <= place.was;
    addAll([token], isOutside ? commentIndent(token, place) : inside.indent, leaves);
  }
  collect(item.value, inside, leaves);
}

/** A comment that stands less far in than its block is about a block around it. */
function commentIndent({ type, indent: column }: CST.SourceToken, place: LeafPlace): number {
  let one = place;
  while (type === 'comment' && one.was > column && one.outer) {
    one = one.outer;
  }
  return one !== place && column > one.was ? one.indent + step : one.indent;
}

/** Brackets over several lines: what is in them is farther in than the key before them, and so is their end. */
function collectFlow(flow: CST.FlowCollection, place: LeafPlace, leaves: YamlLeaf[]): void {
  const isOuter = place.depth === 0 && !place.isRoot;
  const inside = {
    ...place,
    isRoot: false,
    depth: place.depth + 1,
    indent: place.indent + (isOuter ? 0 : step),
  };
  addAll([flow.start], place.indent, leaves);
  for (const item of flow.items) {
    addAll(item.start, inside.indent, leaves);
    collect(item.key, inside, leaves);
    addAll(item.sep, inside.indent, leaves);
    collect(item.value, inside, leaves);
  }
  addAll(flow.end, place.indent, leaves);
}

function addAll(tokens: readonly CST.SourceToken[] | undefined, indent: number, leaves: YamlLeaf[]): void {
  for (const { type, source } of tokens ?? []) {
    leaves.push({ type, source, indent });
  }
}

import { clip } from '../core/text/clip.ts';
import { plainText } from '../core/text/plainText.ts';
import type { Span } from '../core/yaml/problem.ts';
import { readYaml } from '../core/yaml/readYaml.ts';
import type { Entry, Shape } from '../core/yaml/shape.ts';
import type { FileKind } from './fileKind.ts';

/** A part of a YAML text that an outline shows. */
export interface OutlineNode {
  readonly name: string;
  /** What it says, on one line. */
  readonly detail: string;
  readonly kind: 'section' | 'agent' | 'pipeline' | 'step' | 'mapping' | 'list' | 'value';
  /** All of it, from its key on. */
  readonly span: Span;
  readonly keySpan: Span;
  readonly children: readonly OutlineNode[];
}

/** The parts of a YAML text, each inside of its own; none where the text cannot be read. */
export function outlineNodes(yaml: string, kind: FileKind): readonly OutlineNode[] {
  const root = readYaml(yaml, () => {});
  return root?.kind === 'mapping' ? nodesOf(root.entries, { yaml, kind, path: [], within: root.span }) : [];
}

interface NodePlace {
  readonly yaml: string;
  readonly kind: FileKind;
  readonly path: readonly string[];
  /** Nothing of a node is outside of this. */
  readonly within: Span;
}

function nodesOf(entries: readonly Entry[], place: NodePlace): readonly OutlineNode[] {
  return entries.flatMap((entry) => nodeOf(entry, place));
}

function nodeOf({ key, keySpan, value }: Entry, place: NodePlace): readonly OutlineNode[] {
  const { yaml, within, path } = place;
  // Behind an alias stands another part of the text; the key alone is here.
  const end = trimmed(yaml, keySpan[1], value.span[1]);
  const isHere = value.span[0] >= keySpan[1] && end <= within[1];
  const span: Span = [keySpan[0], isHere ? end : keySpan[1]];
  if (keySpan[0] < within[0] || span[1] > within[1]) {
    return [];
  }
  const inner = { ...place, path: [...path, key], within: span };
  const children = isHere ? childrenOf(value, inner) : [];
  const node = {
    name: shown(key),
    detail: detailOf(value),
    kind: kindAt(inner, value),
    span,
    keySpan,
    children,
  };
  return [node];
}

function childrenOf(value: Shape, place: NodePlace): readonly OutlineNode[] {
  if (value.kind === 'mapping') {
    return nodesOf(value.entries, place);
  }
  const { yaml, within, path } = place;
  let last = within[0];
  return value.kind === 'list'
    ? value.items.flatMap((item, at) => {
        const from = item.span[0];
        const end = trimmed(yaml, from, item.span[1]);
        // Also behind an alias: what is not in its turn is elsewhere.
        if (item.kind !== 'mapping' || from < last || end > within[1]) {
          return [];
        }
        last = end;
        const span: Span = [from, end];
        const inner = { ...place, path: [...path, String(at)], within: span };
        return [itemNode(item.entries, { at, inner })];
      })
    : [];
}

function itemNode(entries: readonly Entry[], { at, inner }: { at: number; inner: NodePlace }): OutlineNode {
  const { path, within: span } = inner;
  const named = entries.find(({ key }) => key === 'name' || key === 'action')?.value;
  const isHere = named?.kind === 'scalar' && named.span[0] >= span[0] && named.span[1] <= span[1];
  return {
    name: (named && detailOf(named)) || String(at + 1),
    detail: stepAgent(entries),
    kind: path[0] === 'pipelines' && path[2] === 'steps' ? 'step' : 'mapping',
    span,
    keySpan: isHere ? named.span : [span[0], span[0]],
    children: nodesOf(entries, inner),
  };
}

function stepAgent(entries: readonly Entry[]): string {
  const agent = entries.find(({ key }) => key === 'agent')?.value;
  return agent ? detailOf(agent) : '';
}

function kindAt({ kind, path }: NodePlace, value: Shape): OutlineNode['kind'] {
  if (kind === 'runbook' && path.length <= 2 && (path[0] === 'agents' || path[0] === 'pipelines')) {
    return path.length === 1 ? 'section' : path[0] === 'agents' ? 'agent' : 'pipeline';
  }
  return value.kind === 'scalar' ? 'value' : value.kind;
}

function detailOf(value: Shape): string {
  return value.kind === 'scalar' && value.value !== null ? shown(String(value.value)) : '';
}

function shown(text: string): string {
  return clip(plainText(clip(text, 400)), 80);
}

/** The end of a value, without the empty lines behind it. */
function trimmed(yaml: string, from: number, end: number): number {
  let to = end;
  while (to > from && /\s/u.test(yaml.charAt(to - 1))) {
    to--;
  }
  return to;
}

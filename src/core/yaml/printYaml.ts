import type { YamlLeaf } from './yamlLeaf.ts';

/** Writes pieces of YAML one behind the other, with even space between them. */
export function printYaml(leaves: readonly YamlLeaf[]): string {
  let out = '';
  let isStart = true;
  let hasSpace = false;
  let last: YamlLeaf['type'] | undefined;
  for (const [at, leaf] of leaves.entries()) {
    const { type, source, indent } = leaf;
    if (type === 'space') {
      hasSpace = true;
    } else if (type === 'newline') {
      out += source;
      isStart = true;
      hasSpace = false;
    } else if (type === 'block-scalar') {
      out += blockText(leaf, explicitIndent(leaves, at));
      isStart = out === '' || out.endsWith('\n');
      last = type;
    } else if (source !== '') {
      out += isStart ? ' '.repeat(indent) : between(last, type, hasSpace);
      out += textOf(leaf);
      isStart = false;
      hasSpace = false;
      last = type;
    }
  }
  return out;
}

/** What stands between two pieces on one line. */
function between(last: YamlLeaf['type'] | undefined, next: YamlLeaf['type'], hasSpace: boolean): string {
  if (next === 'comma' || last === 'flow-seq-start' || (next === 'flow-seq-end' && last !== 'comma')) {
    return next === 'comment' ? ' ' : '';
  }
  if (last === 'flow-map-start') {
    return next === 'flow-map-end' ? '' : ' ';
  }
  switch (last) {
    case 'comma':
    case 'seq-item-ind':
    case 'map-value-ind':
    case 'anchor':
    case 'tag':
    case 'doc-start':
      return ' ';
    default:
      break;
  }
  if (next === 'map-value-ind') {
    // The name of an alias would take the colon in.
    return last === 'alias' ? ' ' : '';
  }
  return next === 'comment' || next === 'flow-map-end' || hasSpace ? ' ' : '';
}

function textOf({ type, source, indent }: YamlLeaf): string {
  switch (type) {
    case 'comment':
      return source.replace(/[ \t]+$/u, '');
    case 'scalar':
      return moved(source, indent).replace(/[ \t]+(?=\r?\n)/gu, '');
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return moved(source, indent);
    default:
      return source;
  }
}

/** A text that goes over lines; blanks at their beginnings are no part of it. */
function moved(source: string, indent: number): string {
  return source
    .replace(/\n[ \t]*(?!\r?\n)/gu, `\n${' '.repeat(indent)}`)
    .replace(/\n[ \t]+(?=\r?\n)/gu, '\n');
}

/** The number by which the header of a block scalar says how far in its lines are. */
function explicitIndent(leaves: readonly YamlLeaf[], at: number): number | undefined {
  const header = leaves.slice(Math.max(0, at - 6), at).findLast(({ type }) => type === 'block-scalar-header');
  const digit = /\d/u.exec(header?.source ?? '')?.[0];
  return digit === undefined ? undefined : Number(digit);
}

/** The lines of a block scalar, all moved by the same amount: blanks beyond that are a part of the text. */
function blockText({ source, indent, was = 0 }: YamlLeaf, explicit: number | undefined): string {
  const first = /(?:^|\n)( *)[^ \r\n]/u.exec(source)?.[1]?.length ?? 0;
  const [base, by] = explicit === undefined ? [first, indent - first] : [was + explicit, indent - 2 - was];
  return source.replace(/(^|\n)( *)(?=([^ \r\n])?)/gu, (_, end: string, blanks: string, char?: string) => {
    const isEmpty = char === undefined && blanks.length <= base;
    return `${end}${isEmpty ? '' : ' '.repeat(Math.max(0, blanks.length + by))}`;
  });
}

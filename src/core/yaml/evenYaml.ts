import type { CST } from 'yaml';
import { printYaml } from './printYaml.ts';
import { readTokens } from './readYaml.ts';
import type { MappingShape, Shape } from './shape.ts';
import type { YamlLeaf } from './yamlLeaf.ts';
import { leavesOf } from './yamlLeaf.ts';
import { yamlTokens } from './yamlTokens.ts';

/** What stands before, behind or between documents, and means something there. */
const odd: readonly string[] = ['directive', 'doc-end', 'error', 'byte-order-mark', 'flow-error-end'];

/**
 * Writes YAML evenly: two blanks for each level, one behind a colon, a comma or a dash, none at the end of a line.
 * Values, quotes, block scalars, comments, empty lines and line ends stay. `undefined` where the text cannot be read, or
 * is anything but one mapping.
 */
export function evenYaml(text: string): string | undefined {
  const documents = yamlTokens(text).tokens;
  const before = documents && readTokens(documents, text);
  const leaves = before?.kind === 'mapping' ? leavesIn(documents ?? []) : undefined;
  const even = leaves && printYaml(leaves);
  if (!before || even === undefined || even === text) {
    return even;
  }
  const evened = yamlTokens(even).tokens ?? [];
  const after = readTokens(evened, even);
  // To change how something looks must never change what it says.
  return after && sameShape(before, after) && commentsOf(leavesIn(evened)) === commentsOf(leaves)
    ? even
    : undefined;
}

function leavesIn(documents: readonly CST.Token[]): readonly YamlLeaf[] | undefined {
  const leaves = documents.flatMap((token) => leavesOf(token));
  const isOdd = documents.length === 0 || leaves.some(({ type }) => odd.includes(type));
  return isOdd || leaves.some(({ type }) => type === 'explicit-key-ind') ? undefined : leaves;
}

function sameShape(one: Shape, other: Shape): boolean {
  switch (one.kind) {
    case 'scalar':
      return other.kind === 'scalar' && Object.is(one.value, other.value);
    case 'list':
      return other.kind === 'list' && sameAll(one.items, other.items);
    case 'mapping':
      return (
        other.kind === 'mapping' &&
        one.entries.every(({ key }, at) => key === other.entries[at]?.key) &&
        sameAll(valuesOf(one), valuesOf(other))
      );
  }
}

function valuesOf({ entries }: MappingShape): readonly Shape[] {
  return entries.map(({ value }) => value);
}

function sameAll(some: readonly Shape[], others: readonly Shape[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return other !== undefined && sameShape(one, other);
    })
  );
}

function commentsOf(leaves: readonly YamlLeaf[] = []): string {
  return leaves
    .filter(({ type }) => type === 'comment')
    .map(({ source }) => source.replace(/[ \t]+$/u, ''))
    .join('\n');
}

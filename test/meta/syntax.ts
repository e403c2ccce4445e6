import { parseAst } from 'vitest/node';

/** A node of a syntax tree, as ESTree has it. */
export type Node = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

/** Every node of a TypeScript source, outer before inner; one that cannot be parsed throws. */
export function nodesOf(source: string, file: string): Generator<Node> {
  return nodesIn(parseAst(source, { lang: 'ts' }, file));
}

/** The line a node begins on, from 1. */
export function lineOf(node: Node, source: string): number {
  return source.slice(0, node.start).split('\n').length;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  if ('type' in value && typeof value.type === 'string') {
    yield value as Node;
  }
  for (const inner of Object.values(value)) {
    yield* nodesIn(inner);
  }
}

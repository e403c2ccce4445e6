import type { CST } from 'yaml';
import type { Found } from './problem.ts';
import { errorAt } from './problem.ts';

/** Much deeper than any file, and much less deep than a stack. */
const deepest = 50;

/**
 * The problem of a text whose lists and mappings are nested too deep; `undefined` where they are not. It is asked before
 * anything is read that recurses, so that no text can exhaust the stack.
 */
export function tooDeep(tokens: readonly CST.Token[]): Found<'too-deep'> | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > deepest) {
      const message = `Nest lists and mappings at most ${deepest} levels deep.`;
      return errorAt([token.offset, token.offset + 1], 'too-deep', message);
    }
    for (const part of partsOf(token)) {
      open.push({ token: part, depth: 'items' in part ? depth + 1 : depth });
    }
  }
  return undefined;
}

function partsOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') {
    return token.value ? [token.value] : [];
  }
  return 'items' in token
    ? token.items.flatMap(({ key, value }) =>
        [key, value].filter((part) => part !== undefined && part !== null),
      )
    : [];
}

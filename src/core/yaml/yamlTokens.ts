import type { CST } from 'yaml';
import { Lexer, Parser } from 'yaml';
import type { Found } from './problem.ts';
import { errorAt } from './problem.ts';

/** Much deeper than any file, and much less deep than a stack. */
const deepest = 50;

/** A text cut into tokens, or why it was not. */
type Tokens =
  | { readonly tokens: readonly CST.Token[]; readonly deep?: undefined }
  | { readonly tokens?: undefined; readonly deep: Found<'too-deep'> };

/**
 * Cuts YAML into tokens, or says where it is nested too deep. That is known before anything recurses over the text, so
 * that no text can exhaust the stack.
 */
export function yamlTokens(text: string): Tokens {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // A level takes up to two places on the parser's own stack, which it takes down recursively.
    if (parser.stack.length > 3 * deepest) {
      return { deep: problemAt(parser.offset) };
    }
  }
  tokens.push(...parser.end());
  const offset = deepOffset(tokens);
  return offset === undefined ? { tokens } : { deep: problemAt(offset) };
}

function problemAt(offset: number): Found<'too-deep'> {
  const message = `Nest lists and mappings at most ${deepest} levels deep.`;
  return errorAt([offset, offset + 1], 'too-deep', message);
}

/** Where a token lies that is nested too deep. */
function deepOffset(tokens: readonly CST.Token[]): number | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > deepest) {
      return token.offset;
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

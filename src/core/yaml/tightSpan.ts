import type { Span } from './problem.ts';

/**
 * A span without the blanks and line ends behind what it is about: a block in YAML goes on up to the next one. Where it
 * has nothing else in it, it ends with its line.
 */
export function tightSpan(text: string, [from, to]: Span): Span {
  let end = to;
  while (end > from && isBlank(text[end - 1])) {
    end--;
  }
  if (end > from) {
    return [from, end];
  }
  while (end < to && text[end] !== '\n' && text[end] !== '\r') {
    end++;
  }
  return [from, end];
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r';
}

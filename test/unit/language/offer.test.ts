import { describe, expect, it } from 'vitest';
import { choice, hole, snippetText } from '../../../src/language/offer.ts';

describe('the bodies of snippets', () => {
  it('take texts as they are', () => {
    expect(snippetText('a$1}\\b')).toBe('a\\$1\\}\\\\b');
    expect(hole(2, 'a}$')).toBe('${' + '2:a\\}\\$}');
  });

  it('take words to choose from as they are', () => {
    expect(choice(1, ['a|b', 'c,d', '$1}', '\\'])).toBe(`\${1|a\\|b,c\\,d,$1},\\\\|}`);
  });
});

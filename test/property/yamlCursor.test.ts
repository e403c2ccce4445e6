import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { yamlCursor } from '../../src/language/yamlCursor.ts';
import { editsOf, exampleHook, typedRunbook, typedYaml } from '../support/typedYaml.ts';

const texts = fc.oneof(typedYaml, editsOf(typedRunbook), editsOf(exampleHook));

describe('a cursor in YAML that is being typed', () => {
  it('has a word on one line around it, or none, whatever the text is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const document = TextDocument.create('file:///a', 'yaml', 1, text);
        for (let at = 0; at <= text.length; at += 1 + (at % 3)) {
          const found = yamlCursor(text, at);
          if (found) {
            const [from, to] = found.span;
            const isAround = from <= at && at <= to && !/[\r\n]/u.test(text.slice(from, to));
            const isOnOne = document.positionAt(from).line === document.positionAt(to).line;
            expect(isAround && isOnOne).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is found at a key and at its value in everything that can be read', () => {
    const words = fc.constantFrom('name', 'a b', 'x-y', '漢');
    fc.assert(
      fc.property(words, words, fc.nat(3), fc.constantFrom('\n', '\r\n'), (key, value, depth, end) => {
        const outer = Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}k${at}:${end}`).join('');
        const head = `${outer}${'  '.repeat(depth)}`;
        const text = `${head}${key}: ${value}${end}`;
        const path = Array.from({ length: depth }, (_, at) => `k${at}`);
        expect(yamlCursor(text, head.length + 1)).toMatchObject({ role: 'key', path, word: key });
        expect(yamlCursor(text, head.length + key.length + 3)).toMatchObject({
          role: 'value',
          path: [...path, key],
          word: value,
        });
      }),
    );
  });

  it('is found in time, however deep or long the text is', () => {
    for (const piece of ['[', '{a: ', '- ', "'", '"\\', 'a: b\n', ': ', '&a ', '#', ' ']) {
      const text = piece.repeat(30_000 / piece.length);
      expect(() => yamlCursor(text, text.length)).not.toThrow();
      expect(() => yamlCursor(text, text.length >> 1)).not.toThrow();
    }
  });
});

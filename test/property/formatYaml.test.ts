import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Parser, parse } from 'yaml';
import { parseHook } from '../../src/core/hookfile/parseHook.ts';
import { parseRunbook } from '../../src/core/runbook/parseRunbook.ts';
import { evenYaml } from '../../src/core/yaml/evenYaml.ts';
import { readTokens, readYaml } from '../../src/core/yaml/readYaml.ts';
import { formatYaml } from '../../src/language/formatYaml.ts';
import { layouts, runbooks, runbookText } from '../support/arbitraryRunbook.ts';
import { editsOf, exampleHook, typedRunbook, typedYaml } from '../support/typedYaml.ts';

const texts = fc.oneof(
  typedYaml,
  editsOf(typedRunbook),
  editsOf(exampleHook.slice(4, exampleHook.indexOf('\n---', 4))),
);

/** The comments of a text that has a `#` nowhere else. */
const comments = (text: string) => [...text.matchAll(/#.*$/gmu)].map(([comment]) => comment.trimEnd());

const formatted = (text: string, kind: 'hook' | 'runbook') => {
  const document = TextDocument.create('file:///a', 'yaml', 1, text);
  return TextDocument.applyEdits(document, formatYaml(document, kind));
};

/** Blanks where YAML takes any number of them, comments, and empty lines. */
const spacing = fc.infiniteStream(fc.constantFrom('', '', ' ', '   ', '\t'));

/** A mapping with comments between its lines, and uneven space. */
const uneven = fc
  .tuple(runbooks, layouts, spacing, fc.constantFrom('\n', '\r\n'))
  .map(([runbook, layout, blanks, end]) => {
    const next = () => blanks.next().value ?? '';
    const text = runbookText(runbook, { ...layout, defaultStringType: 'QUOTE_DOUBLE', lineWidth: 0 });
    const isSafe = !text.includes('#') && !text.includes('\\\n');
    const lines = text.split('\n').map((line, at) => {
      const comment = at % 3 === 0 && isSafe ? ` # c${at}` : '';
      return line.endsWith(':') || line.endsWith('"') ? `${line}${comment}${next()}` : line;
    });
    return { text: lines.join(end), isSafe };
  });

describe('formatting', () => {
  it('keeps what YAML says, its comments and line ends, and is done after one time', () => {
    fc.assert(
      fc.property(uneven, ({ text, isSafe }) => {
        const even = formatted(text, 'runbook');
        expect(evenYaml(text)).toBe(even);
        expect(parse(even)).toEqual(parse(text));
        expect(parseRunbook(even).runbook).toEqual(parseRunbook(text).runbook);
        expect(formatted(even, 'runbook')).toBe(even);
        expect(even.includes('\r\n')).toBe(text.includes('\r\n'));
        expect(even.split('\n').length).toBe(text.split('\n').length);
        if (isSafe) {
          expect(comments(even)).toEqual(comments(text));
          expect(/[ \t]\r?$/mu.test(even)).toBe(false);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('never fails, changes nothing but blanks, and is done after one time, whatever the text is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const even = evenYaml(text);
        if (even !== undefined) {
          expect(even.replace(/[ \t]/gu, '')).toBe(text.replace(/[ \t]/gu, ''));
          expect(evenYaml(even)).toBe(even);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('reads tokens as it reads their text', () => {
    const several = fc.array(texts, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n---\n'));
    fc.assert(
      fc.property(fc.oneof(texts, several), (text) => {
        expect(readTokens([...new Parser().parse(text)], text)).toEqual(readYaml(text, () => {}));
      }),
      { numRuns: 100 },
    );
  });

  it('leaves the body of a hook alone, to the byte', () => {
    const bodies = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\r\n  x:   y \n---\n a:  b\n'));
    fc.assert(
      fc.property(editsOf('name:   a\ndescription: b\nmatcher: {tool: x}\n'), bodies, (yaml, body) => {
        const text = `---\n${yaml}\n---\n${body}`;
        const even = formatted(text, 'hook');
        expect(parseHook(even).hook).toEqual(parseHook(text).hook);
        expect(even.endsWith(`---\n${body}`)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { FileKind } from '../../../src/language/fileKind.ts';
import { formatYaml } from '../../../src/language/formatYaml.ts';

function formatted(text: string, kind: FileKind = 'runbook'): string {
  const document = TextDocument.create('file:///a', 'yaml', 1, text);
  return TextDocument.applyEdits(document, formatYaml(document, kind));
}

const rows: readonly (readonly [what: string, before: string, after: string])[] = [
  ['space around colons', 'a :   b\n', 'a: b\n'],
  ['space at ends of lines', 'a: b  \n  \nc: d\t\n', 'a: b\n\nc: d\n'],
  ['indentation', 'a:\n     b:\n       c: d\n', 'a:\n  b:\n    c: d\n'],
  ['lists', 'a:\n- b\n-   c: d\n    e: f\n', 'a:\n  - b\n  - c: d\n    e: f\n'],
  ['lists in lists', 'a:\n-  - b\n   - c\n', 'a:\n  - - b\n    - c\n'],
  ['braces', 'a: {b: c,d: {  } ,e: [ f,g ]}\n', 'a: { b: c, d: {}, e: [f, g] }\n'],
  ['braces over lines', 'a: {\n        b: c,\n  d: e\n}\n', 'a: {\n  b: c,\n  d: e\n  }\n'],
  ['quotes', 'a:   "b"\nc:  \'d\'\ne: f\n', 'a: "b"\nc: \'d\'\ne: f\n'],
  ['quotes over lines', 'a: "b\n         c"\n', 'a: "b\n  c"\n'],
  ['plain texts over lines', 'a: b\n      c  \n      d\n', 'a: b\n  c\n  d\n'],
  ['block scalars', 'a: |\n     b\n       c\n\n     d\ne: f\n', 'a: |\n  b\n    c\n\n  d\ne: f\n'],
  [
    'block scalars with a number',
    'a:\n    b: |2\n         c\n        d\n',
    'a:\n  b: |2\n       c\n      d\n',
  ],
  ['folded scalars', 'a:   >-   # c\n b\n c\n', 'a: >- # c\n  b\n  c\n'],
  [
    'comments',
    '#  a\nb:     # c\n     # d\n     e: f    # g\n     # h\n# i\n',
    '#  a\nb: # c\n  # d\n  e: f # g\n  # h\n# i\n',
  ],
  ['comments behind an empty value', 'a:\n# b\nc: d\n', 'a:\n# b\nc: d\n'],
  ['anchors', 'a:   &x   b\nc: *x\nd: &y\n    e: f\n', 'a: &x b\nc: *x\nd: &y\n  e: f\n'],
  ['odd numbers', 'a:  0x1F\nb:  +5\nc:  1e3\n', 'a: 0x1F\nb: +5\nc: 1e3\n'],
];

describe('formatYaml', () => {
  it.each(rows)('evens %s', (_, before, after) => {
    expect(formatted(before)).toBe(after);
    expect(formatted(after)).toBe(after);
    expect(formatted(before.replaceAll('\n', '\r\n'))).toBe(after.replaceAll('\n', '\r\n'));
    expect(formatted(`---\n${before}---\nx:   y\n`, 'hook')).toBe(`---\n${after}---\nx:   y\n`);
    expect(formatted(`\uFEFF---\n${before}---\n`, 'hook')).toBe(`\uFEFF---\n${after}---\n`);
    expect(formatted(`\uFEFF${before}`)).toBe(`\uFEFF${after}`);
  });

  it('has no edit where nothing changes, or where the text cannot be read', () => {
    for (const text of [
      '',
      'a: b\n',
      'a: {\n',
      'a:  "b\n',
      '-   a\n',
      'a:   *b\n',
      'a:   b\n---\nc:  d\n',
      '? a\n:   b\n',
      '%YAML 1.2\n---\na:   b\n',
      'a:\n    b:   c\n:',
    ]) {
      const document = TextDocument.create('file:///a', 'yaml', 1, text);
      expect([text, formatYaml(document, 'runbook')]).toEqual([text, []]);
    }
    for (const text of ['a:   b\n', '---\na:   b\n', '---\na:   "b\n---\n', '# x\n---\na:   b\n---\n']) {
      const document = TextDocument.create('file:///a', 'markdown', 1, text);
      expect([text, formatYaml(document, 'hook')]).toEqual([text, []]);
    }
  });

  it('touches only the lines that change', () => {
    const document = TextDocument.create('file:///a', 'markdown', 1, '---\na: b\nc:   d\ne: f\n---\n');
    expect(formatYaml(document, 'hook')).toEqual([
      { range: { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } }, newText: 'c: d\n' },
    ]);
  });
});

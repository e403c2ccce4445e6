import { describe, expect, it } from 'vitest';
import { findFrontmatter } from '../../../../src/core/hookfile/frontmatter.ts';

const parts = (text: string) => {
  const found = findFrontmatter(text);
  return typeof found === 'string' ? found : [found.yaml, text.slice(found.body)];
};

describe('findFrontmatter', () => {
  it.each([
    ['---\na: 1\n---\nbody\n', 'a: 1\n', 'body\n'],
    ['---\na: 1\n---', 'a: 1\n', ''],
    ['---\n---\nbody', '', 'body'],
    ['---\r\na: 1\r\n---\r\nbody', 'a: 1\r\n', 'body'],
    ['--- \t\na: 1\n--- \t\nbody', 'a: 1\n', 'body'],
    ['---\na: 1\n---\nb\n---\nc', 'a: 1\n', 'b\n---\nc'],
  ])('finds it in %j', (text, yaml, body) => {
    expect(parts(text)).toEqual([yaml, body]);
    const found = findFrontmatter(text);
    expect(typeof found === 'string' ? found : text.slice(found.from).startsWith(found.yaml)).toBe(true);
  });

  it.each([
    '',
    'a: 1',
    '\n---\na: 1\n---\n',
    ' ---\na: 1\n---\n',
    '# Title\n---\na: 1\n---\n',
    '----\na: 1\n---\n',
    '---a\n---\n',
    '---',
  ])('finds none in %j', (text) => {
    expect(parts(text)).toBe('none');
  });

  it.each(['---\n', '---\na: 1\n', '---\na: 1\n ---\n', '---\na: 1\n----\n', '---\na: 1\n---b\n'])(
    'finds that it is not closed in %j',
    (text) => {
      expect(parts(text)).toBe('open');
    },
  );

  it('takes dashes inside of a text for a part of it', () => {
    expect(parts('---\na: |\n  ---\n  b\n---\nbody')).toEqual(['a: |\n  ---\n  b\n', 'body']);
  });

  it.each(['\u2028', '\u2029', '\r'])('does not take %j for the end of a line', (mark) => {
    expect(parts(`---\na: "x${mark}---${mark}y"\n---\nbody`)).toEqual([`a: "x${mark}---${mark}y"\n`, 'body']);
  });
});

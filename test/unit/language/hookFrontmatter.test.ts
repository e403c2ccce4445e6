import { describe, expect, it } from 'vitest';
import { diagnoseFrontmatter } from '../../../src/language/hookFrontmatter.ts';

describe('the fences of a HOOK.md', () => {
  it.each(['---\nname: x\n---\nbody', '---\r\nname: x\r\n---', '---\n---'])('%j is fine', (text) => {
    expect(diagnoseFrontmatter(text)).toEqual([]);
  });

  it.each([
    ['', 'hook.frontmatter-missing', 0],
    ['# Title', 'hook.frontmatter-missing', 7],
    ['\n---\nname: x\n---', 'hook.frontmatter-missing', 0],
    ['---', 'hook.frontmatter-open', 3],
    ['---\nname: x', 'hook.frontmatter-open', 3],
  ])('%j has %s', (text, code, width) => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: width } };
    expect(diagnoseFrontmatter(text)).toMatchObject([{ code, range, source: 'beckon' }]);
  });
});

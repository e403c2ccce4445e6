import { describe, expect, it } from 'vitest';
import { yamlCursor } from '../../../src/language/yamlCursor.ts';

/** Where the bar in a text is. */
function at(marked: string) {
  const offset = marked.indexOf('¦');
  return yamlCursor(marked.replace('¦', ''), offset);
}

/** The same in short: the path, the role, and what is written. */
function short(marked: string): string | undefined {
  const found = at(marked);
  return found && `${found.path.join('/')} ${found.role} <${found.word}>`;
}

const rows: readonly (readonly [text: string, expected: string | undefined])[] = [
  // keys of the root
  ['¦', ' key <>'],
  ['na¦', ' key <na>'],
  ['na¦me: x', ' key <name>'],
  ['name: x\n¦', ' key <>'],
  ['name: x\n¦\ntrigger: y', ' key <>'],
  ['name: x\r\ntri¦\r\nasync: true', ' key <tri>'],
  ['"na¦me": x', ' key <name>'],
  ["'na¦", ' key <na>'],
  // values
  ['name: ¦', 'name value <>'],
  ['name:¦', 'name value <>'],
  ['name: a¦b', 'name value <ab>'],
  ['name: ab¦ # c', 'name value <ab>'],
  ['name: "a¦b"', 'name value <ab>'],
  ["name: 'it''s¦'", "name value <it's>"],
  ["name: 'open¦", 'name value <open>'],
  ['name: &a wo¦rd', 'name value <word>'],
  ['name: http://x¦', 'name value <http://x>'],
  // nothing
  ['name: x # com¦ment', undefined],
  ['# com¦ment', undefined],
  ['¦# comment', undefined],
  ['name: { a: b } # com¦', undefined],
  ['name: { # co¦m', undefined],
  ['name: x ¦', undefined],
  ['name: x\n  ¦', undefined],
  ['name: |\n  te¦xt', undefined],
  ['name: |\n  text\n ¦', undefined],
  ['name: >-\n  a: b¦', undefined],
  ['list:\n  - |\n    x: y¦', undefined],
  ['list:\n  - |\n    x: y\n  - a: ¦', 'list/1/a value <>'],
  ['list:\n  - "a\n      b: c¦"', undefined],
  ['list:\n  - "na\n    agent: ¦', 'list/0/agent value <>'],
  ['m: { a: "b\n  c, d: e¦" }', undefined],
  ['name: "a\n  b: c¦"', undefined],
  ['name: plain\n  goes on¦', undefined],
  [' ¦ name: x', undefined],
  ['- ¦x: y\nz', '0 key <x>'],
  // nested
  ['matcher:\n  ¦', 'matcher key <>'],
  ['matcher:\n  to¦', 'matcher key <to>'],
  ['matcher:\n  tool: Sh¦', 'matcher/tool value <Sh>'],
  ['matcher:\n  tool: x\n  ¦', 'matcher key <>'],
  ['matcher:\n  ¦\n  tool: x', 'matcher key <>'],
  ['matcher:\n    ¦\n  tool: x', undefined],
  ['matcher:\n  tool: x\n¦', ' key <>'],
  ['matcher:\n  tool: "Sh¦\n  pattern: x', 'matcher/tool value <Sh>'],
  ['matcher:\n  tool: "Sh\n  pat¦tern: x', 'matcher key <pattern>'],
  ['matcher:\n¦', ' key <>'],
  ['text: |\n  a\nna¦', ' key <na>'],
  // flow
  ['matcher: {¦', 'matcher key <>'],
  ['matcher: { ¦ }', 'matcher key <>'],
  ['matcher: { to¦', 'matcher key <to>'],
  ['matcher: { tool: ¦', 'matcher/tool value <>'],
  ['matcher: { tool: ¦}', 'matcher/tool value <>'],
  ['matcher: { tool:¦ }', 'matcher/tool value <>'],
  ['matcher: { tool: Sh¦ell, pattern: x }', 'matcher/tool value <Shell>'],
  ['matcher: { tool: Shell,¦ pattern: x }', 'matcher key <>'],
  ['matcher: { tool: Shell, pat¦tern: x }', 'matcher key <pattern>'],
  ['matcher: { "tool":"Sh¦" }', 'matcher/tool value <Sh>'],
  ['matcher: { tool: Shell ¦}', undefined],
  ['matcher: { tool: x }¦', undefined],
  ['matcher: {\n  tool: x,\n  ¦\n}', 'matcher key <>'],
  ['matcher: { tool: x\ntri¦gger: y', ' key <trigger>'],
  ['{ na¦me: x }', ' key <name>'],
  ['{ matcher: { tool: ¦ } }', 'matcher/tool value <>'],
  // lists
  ['steps:\n  - ¦', 'steps/0 key <>'],
  ['steps:\n  -¦', 'steps/0 key <>'],
  ['steps:\n  - name: a\n    ag¦', 'steps/0 key <ag>'],
  ['steps:\n  - name: a\n    ¦', 'steps/0 key <>'],
  ['steps:\n  - name: a\n  - na¦', 'steps/1 key <na>'],
  ['steps:\n- name: a\n- na¦me: b', 'steps/1 key <name>'],
  ['steps:\n- name: a\nna¦', ' key <na>'],
  ['steps:\n  - { name: a, agent: ¦', 'steps/0/agent value <>'],
  ['steps: [ { name: a }, { ¦', 'steps/1 key <>'],
  ['steps: [¦', 'steps/0 key <>'],
  ['steps: [a, b¦', 'steps/1 key <b>'],
  ['on_error:\n  - esc¦', 'on_error/0 key <esc>'],
  ['steps:\n  - name: a\n  ¦', 'steps key <>'],
  ['a:\n  - - x: ¦', 'a/0/0/x value <>'],
];

describe('yamlCursor', () => {
  it.each(rows)('finds %j', (text, expected) => {
    expect(short(text)).toBe(expected);
    if (!text.includes('\r')) {
      expect(short(text.replaceAll('\n', '\r\n'))).toBe(expected);
    }
  });

  it('tells what is replaced, with its quotes', () => {
    expect(at("a: 'b¦c' # d")).toMatchObject({ span: [3, 7], quote: "'", hasColon: false });
    expect(at('ab¦: c')).toMatchObject({ span: [0, 2], hasColon: true });
    expect(at('a:¦')).toMatchObject({ span: [2, 2], needsSpace: true });
    expect(at('a: ¦')).toMatchObject({ span: [3, 3], needsSpace: false });
    expect(at('a:\n  -¦')).toMatchObject({ needsSpace: true });
    expect(at('a:\n  - x: 1\n  ¦')).toMatchObject({ needsDash: true });
    expect(at('a:\n  - x¦')).toMatchObject({ column: 4 });
    expect(at('a: { x: ¦')).toMatchObject({ isFlow: true });
  });

  it('tells the other keys, before and behind', () => {
    const root = at('name: x\ntri¦\nmatcher:\n  tool: y\nasync: true');
    expect([...(root?.entries ?? [])]).toEqual([
      ['name', 'x'],
      ['matcher', undefined],
      ['async', 'true'],
    ]);
    expect([...(at('matcher:\n  ¦\n  tool: x')?.entries.keys() ?? [])]).toEqual(['tool']);
    expect([...(at('m: { a: 1, ¦, b: 2 }')?.entries.keys() ?? [])]).toEqual(['a', 'b']);
    expect([...(at('na¦me: x')?.entries.keys() ?? [])]).toEqual([]);
  });

  it('knows the keys of other mappings', () => {
    const found = at('agents:\n  a:\n    run: x\n  b: { run: y }\npipelines:\n  p:\n    steps: [{ agent: ¦');
    expect(found?.keysAt(['agents'])).toEqual(['a', 'b']);
    expect(found?.keysAt(['agents', 'a'])).toEqual(['run']);
    expect(found?.keysAt(['nothing'])).toEqual([]);
  });
});

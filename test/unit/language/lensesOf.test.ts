import { describe, expect, it } from 'vitest';
import type { Standing } from '../../../src/core/hookrun/standing.ts';
import type { HookSurroundings } from '../../../src/core/hookrun/surroundings.ts';
import { lensesOf } from '../../../src/language/lensesOf.ts';
import { markedDocument } from '../../support/markedDocument.ts';

const hook = (trigger = 'before_tool') => `---\ndescription: x\nname: no-danger\ntrigger: ${trigger}\n---\n`;

function lenses(text: string, around?: Partial<HookSurroundings>) {
  const { document } = markedDocument(text);
  const known = around && { folder: 'no-danger', scope: 'user' as const, others: [], ...around };
  return lensesOf(document, known);
}

const titles = (text: string, around?: Partial<HookSurroundings>) =>
  lenses(text, around).map(({ command }) => command?.title);

describe('lensesOf', () => {
  it('is above the name, and names commands for this file', () => {
    const found = lenses(hook(), { standing: 'runs' });
    expect(found.map(({ range }) => range.start)).toEqual(found.map(() => ({ line: 2, character: 0 })));
    expect(found.map(({ command }) => command?.command)).toEqual([
      'beckon.runHookSample',
      'beckon.denyHook',
      'beckon.countHookCalls',
    ]);
    expect(found.map(({ command }) => command?.arguments)).toEqual(
      found.map(() => ['file:///w/.agents/hooks/no-danger/HOOK.md']),
    );
    expect(lenses('---\ntimeout: 5\n---\n', {})[0]?.range.start.line).toBe(1);
    expect(lenses(`\uFEFF${hook().replaceAll('\n', '\r\n')}`, {})[0]?.range.start.line).toBe(2);
  });

  it('is only there where the hook is in a place where hooks are found', () => {
    expect(lenses(hook())).toEqual([]);
    const { document } = markedDocument(hook());
    expect(lensesOf(document, { folder: 'x', others: [] })).toEqual([]);
    expect(lenses('# Page', {})).toEqual([]);
  });

  it.each<readonly [Standing, string | undefined]>([
    ['runs', '$(circle-slash) Deny This Hook'],
    ['approves', '$(circle-slash) Deny This Hook'],
    ['untrusted', '$(check) Allow…'],
    ['unconsented', '$(check) Allow…'],
    ['changed', '$(check) Allow…'],
    ['denied', '$(check) Allow…'],
    ['disabled', '$(check) Allow…'],
    ['invalid', undefined],
    ['replaced', undefined],
  ])('switches a hook that is %s', (standing, title) => {
    expect(titles(hook('session_start'), { standing }).slice(1)).toEqual(title === undefined ? [] : [title]);
  });

  it('counts tool calls, for triggers that are about a tool', () => {
    expect(titles(hook(), {}).at(-1)).toBe('$(history) Test Against Recent Tool Calls');
    const count = (matched: number, looked: number) => titles(hook(), { calls: { matched, looked } }).at(-1);
    expect(count(3, 500)).toBe('$(history) would have matched 3 of the last 500 tool calls');
    expect(count(0, 1)).toBe('$(history) would have matched 0 of the last 1 tool call');
    expect(count(0, 0)).toBe('$(history) no tool calls to test against yet');
    expect(titles(hook('before_stop'), { calls: { matched: 1, looked: 2 } })).toEqual([
      '$(play) Run with Sample',
    ]);
    expect(titles(hook('nonsense'), {})).toHaveLength(1);
    expect(titles(hook('"after_tool" # c'), {})).toHaveLength(2);
  });

  it('stays while the text cannot be read', () => {
    expect(titles('---\nname: "x\ntrigger: before_tool\n---\n', { standing: 'runs' })).toHaveLength(3);
  });
});

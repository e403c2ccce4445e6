import { describe, expect, it } from 'vitest';
import type { Guards } from '../../../../../src/core/view/hooks/guards.ts';
import { guardChanges } from '../../../../../src/core/view/hooks/guards.ts';
import type { ShownHook } from '../../../../../src/core/view/shownHook.ts';
import { hookOf } from '../../../../support/hookOf.ts';
import { shownHook } from '../../../../support/shownHook.ts';

const file = shownHook().file;
const lack = (code: string) => ({ code: `hook.${code}`, message: code, severity: 'error' }) as never;
const once = (shown: Partial<ShownHook>, before: Guards = new Map()) =>
  guardChanges([{ hooks: [shownHook(shown)] }], before);
/** What the second of two looks says that find the same. */
const look = (shown: Partial<ShownHook>, before: Guards = new Map()) =>
  once(shown, once(shown, before).guards);
const held = once({}).guards;
const unread = { folder: '/h/no-danger', file, standing: 'invalid' } as const;

describe('guardChanges', () => {
  it('takes a hook that can block, and is run, for a guard', () => {
    expect(once({})).toEqual({
      guards: new Map([[file, { name: 'no-danger' }]]),
      broken: [],
      mended: [file],
    });
  });

  it.each<[string, Partial<ShownHook>, string]>([
    ['that changed since it was allowed', { standing: 'changed' }, 'changed'],
    ['of which nobody can read whether it is allowed', { standing: 'unknown' }, 'unknown'],
    ['with an error', { standing: 'invalid' }, 'invalid'],
    ['without its script', { problems: [lack('no-script')] }, 'script'],
    ['whose program is gone', { standing: 'invalid', problems: [lack('no-interpreter')] }, 'interpreter'],
    ['that runs in the background now', { hook: hookOf({ async: true }) }, 'harmless'],
    ['with a trigger that comes too late to block', { hook: hookOf({ trigger: 'after_tool' }) }, 'harmless'],
  ])('tells of a guard %s', (_, shown, why) => {
    const { broken, guards } = look(shown, held);
    expect(broken).toEqual([{ file, name: 'no-danger', why }]);
    expect(guards.get(file)?.broken).toBe(why);
  });

  it('knows the name of one that cannot be read any more', () => {
    const { hook: _, ...rest } = shownHook(unread);
    const { guards } = guardChanges([{ hooks: [rest] }], held);
    expect(guardChanges([{ hooks: [rest] }], guards).broken).toEqual([
      { file, name: 'no-danger', why: 'invalid' },
    ]);
  });

  it('tells of one that changed while no window was open', () => {
    expect(look({ standing: 'changed' }).broken).toHaveLength(1);
  });

  it.each<[string, Partial<ShownHook>]>([
    ['one that never held, and has an error', { standing: 'invalid' }],
    ['one that never held, and has no script', { problems: [lack('no-script')] }],
    ['a background hook', { standing: 'changed', hook: hookOf({ async: true }) }],
    ['a hook that cannot block', { standing: 'changed', hook: hookOf({ trigger: 'session_end' }) }],
  ])('says nothing of %s', (_, shown) => {
    expect(look(shown).broken).toEqual([]);
  });

  it.each(['denied', 'disabled', 'replaced', 'unconsented'] as const)(
    'says nothing of a guard that is %s: a person wanted that',
    (standing) => {
      expect(look({ standing }, held)).toEqual({ guards: new Map(), broken: [], mended: [] });
    },
  );

  it('says nothing of one that may no longer approve: it still blocks', () => {
    expect(look({ standing: 'lapsed' }, held).broken).toEqual([]);
  });

  it('is broken until it holds again', () => {
    const { guards } = look({ standing: 'invalid' }, held);
    expect(once({ standing: 'invalid' }, guards).broken).toHaveLength(1);
    expect(once({}, guards)).toMatchObject({ broken: [], mended: [file] });
    expect(once({}, held).mended).toEqual([]);
  });

  it('says nothing of what only one look found: a file is being saved, or a folder deleted', () => {
    const first = once({ problems: [lack('no-script')] }, held);
    expect(first.broken).toEqual([]);
    expect(once({}, first.guards).broken).toEqual([]);
    expect(guardChanges([{ hooks: [] }], first.guards).broken).toEqual([]);
  });
});

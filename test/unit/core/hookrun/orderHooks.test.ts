import { describe, expect, it } from 'vitest';
import type { Hook } from '../../../../src/core/hookfile/hook.ts';
import type { PlacedHook } from '../../../../src/core/hookrun/orderHooks.ts';
import { orderHooks } from '../../../../src/core/hookrun/orderHooks.ts';

function placed(place: string, priority = 100, name = place.replace(/^.*\//u, '')): PlacedHook {
  const hook: Hook = {
    name,
    description: 'd',
    trigger: 'before_tool',
    eventType: 'before_tool',
    matcher: {},
    timeoutMs: 30_000,
    async: false,
    priority,
    metadata: {},
  };
  return { hook, scope: place.startsWith('user/') ? 'user' : 'project', folder: `/${place}` };
}

const folders = (hooks: readonly PlacedHook[]) => hooks.map(({ folder }) => folder.slice(1));

describe('orderHooks', () => {
  it('has more priority first', () => {
    const found = [
      placed('user/a', 10),
      placed('user/b', 999),
      placed('project/c', 1000),
      placed('user/d', 0),
    ];
    expect(folders(orderHooks(found).order)).toEqual(['project/c', 'user/b', 'user/a', 'user/d']);
  });

  it("has of equals the person's own first, then goes by folder, however they were found", () => {
    const found = [placed('project/a'), placed('user/c'), placed('project/B'), placed('user/b')];
    const order = ['user/b', 'user/c', 'project/B', 'project/a'];
    expect(folders(orderHooks(found).order)).toEqual(order);
    expect(folders(orderHooks([...found].reverse()).order)).toEqual(order);
  });

  it('lets the project replace one of the same name', () => {
    const own = placed('user/x', 999, 'check');
    const theirs = placed('project/y', 1, 'check');
    for (const found of [
      [own, theirs],
      [theirs, own],
    ]) {
      expect(orderHooks(found)).toEqual({ order: [theirs], replaced: [{ hook: own, by: theirs }] });
    }
  });

  it('keeps the first folder of two in one place', () => {
    const [a, b] = [placed('user/a', 1, 'check'), placed('user/b', 999, 'check')];
    expect(orderHooks([b, a])).toEqual({ order: [a], replaced: [{ hook: b, by: a }] });
  });

  it('names the one that runs for each that does not', () => {
    const all = [
      placed('user/a', 1, 'x'),
      placed('user/b', 1, 'x'),
      placed('project/c', 1, 'x'),
      placed('project/d', 1, 'x'),
    ];
    const { order, replaced } = orderHooks(all);
    expect(folders(order)).toEqual(['project/c']);
    expect(replaced.map(({ hook, by }) => `${hook.folder} ${by.folder}`)).toEqual([
      '/user/a /project/c',
      '/user/b /project/c',
      '/project/d /project/c',
    ]);
  });

  it('goes by the name of the hook, not of the folder', () => {
    const found = [placed('user/same', 100, 'a'), placed('project/same', 100, 'b')];
    expect(orderHooks(found).order).toHaveLength(2);
  });

  it('orders nothing', () => {
    expect(orderHooks([])).toEqual({ order: [], replaced: [] });
  });
});

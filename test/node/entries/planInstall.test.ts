import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import type { InstallPlan } from '../../../src/node/entries/planInstall.ts';
import { planInstall } from '../../../src/node/entries/planInstall.ts';
import { forgetLoss, tellLoss } from '../../../src/node/entries/toldLosses.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const place = (scope: 'local' | 'project' | 'user' = 'local') => ({
  program: claudeCodeHere,
  scope,
  workspace: shop.workspace,
  env: shop.env,
});
const planned = async (scope?: 'local' | 'project' | 'user'): Promise<InstallPlan> => {
  const plan = await planInstall(place(scope));
  if (plan.outcome === 'refused') {
    throw new Error(plan.refusal.message);
  }
  return plan;
};
const write = (plan: InstallPlan, more = {}) =>
  installEntriesIn({ ...plan.place, ensureRelay: async () => {}, agreed: plan, ...more });

describe('the plan of an install', () => {
  it.each([
    ['local', undefined],
    ['local', '{\r\n\t"a": [1]\r\n}'],
    ['user', undefined],
    ['project', '\uFEFF{}'],
  ] as const)(
    'is to the byte what an install at %s scope writes over %j, and writes nothing itself',
    async (scope, text) => {
      const { file } = await planned(scope);
      if (text !== undefined) {
        shop.write(file, text);
      }
      const plan = await planned(scope);
      expect([plan.before, existsSync(file)]).toEqual([text, text !== undefined]);
      await shop.beckon('install', '--scope', scope);
      expect(plan.after).toBe(shop.read(file));
    },
  );

  it('changes nothing where the entries are in place', async () => {
    await shop.beckon('install');
    const { before, after } = await planned();
    expect(after).toBe(before);
  });

  it('says what is refused, and where', async () => {
    shop.write(shop.local, '{ "a": 1, }');
    expect(await planInstall(place())).toMatchObject({
      outcome: 'refused',
      file: shop.local,
      refusal: { code: 'trailing-comma', line: 1, column: 11 },
    });
  });

  it('says what git does with the file', async () => {
    expect((await planned()).git).toBe('unknown');
    shop.git(shop.workspace, 'init', '-q');
    expect((await planned()).git).toBe('told');
    expect((await planned('project')).git).toBe('unknown');
    shop.write(join(shop.workspace, '.gitignore'), '.claude');
    expect((await planned()).git).toBe('ignored');
    shop.write(shop.local, '{}');
    shop.git(shop.workspace, 'add', '-f', '.');
    expect((await planned()).git).toBe('tracked');
  });
});

describe('an install that was agreed to', () => {
  it('writes what was shown', async () => {
    const plan = await planned();
    expect(await write(plan)).toMatchObject({ outcome: 'installed' });
    expect(shop.read(shop.local)).toBe(plan.after);
  });

  it('refuses a file that was changed since, made since, or deleted since', async () => {
    const refused = { outcome: 'refused', refusal: { code: 'changed' } };
    const fresh = await planned();
    shop.write(shop.local, '{"a":1}');
    expect(await write(fresh)).toMatchObject(refused);
    const plan = await planned();
    writeFileSync(shop.local, '{"a":2}');
    expect(await write(plan)).toMatchObject(refused);
    expect(shop.read(shop.local)).toBe('{"a":2}');
    const last = await planned();
    rmSync(shop.local);
    expect(await write(last)).toMatchObject(refused);
    expect(existsSync(shop.local)).toBe(false);
    expect(existsSync(join(shop.env.HOME ?? '', '.beckon/installs'))).toBe(false);
  });

  it('refuses a file that was damaged in another way since, though it would be the same again', async () => {
    await write(await planned());
    const damage = (timeout: number) =>
      writeFileSync(shop.local, shop.read(shop.local).replace(/"timeout": 3\d/u, `"timeout": ${timeout}`));
    damage(31);
    const plan = await planned();
    damage(32);
    expect((await planned()).after).toBe(plan.after);
    expect(await write(plan)).toMatchObject({ refusal: { code: 'changed' } });
  });

  it('refuses a file that is changed at the last moment', async () => {
    shop.write(shop.local, '{"a":1}');
    const plan = await planned();
    const beforeSwap = async () => writeFileSync(shop.local, '{"a":2}');
    expect(await write(plan, { beforeSwap })).toMatchObject({ refusal: { code: 'changed' } });
    expect(shop.read(shop.local)).toBe('{"a":2}');
  });

  it('refuses where it would write something else by now, since Claude Code is another one', async () => {
    const plan = await planned();
    const session = join(shop.env.HOME ?? '', `.claude/sessions/${process.pid}.json`);
    shop.write(session, '{"version":"2.1.325"}');
    expect(await write(plan)).toMatchObject({ refusal: { code: 'changed' } });
    expect(readdirSync(shop.workspace)).toEqual([]);
  });
});

describe('the loss of entries', () => {
  it('is told once, also where two windows see it at the same time, and again after it was mended', async () => {
    const home = join(shop.root, 'fresh');
    const ask = () => Promise.all([tellLoss(home, '/a'), tellLoss(home, '/a')]);
    expect((await ask()).sort()).toEqual([false, true]);
    expect(await tellLoss(home, '/b')).toBe(true);
    await forgetLoss(home, '/a');
    expect((await ask()).sort()).toEqual([false, true]);
    expect(await tellLoss(home, '/b')).toBe(false);
  });

  it('is told where nothing can be remembered', async () => {
    expect(await tellLoss('/dev/null/home', '/a')).toBe(true);
    await forgetLoss('/dev/null/home', '/a');
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { uninstallEntriesIn } from '../../../src/node/entries/uninstallEntriesIn.ts';
import { type LockPurpose, lockHome } from '../../../src/node/homeLock.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
let home: string;
let lock: string;
beforeEach(() => {
  shop = openWorkshop();
  home = shop.env.BECKON_HOME ?? '';
  lock = join(home, 'installs.lock');
});
afterEach(() => shop.remove());

const place = () => ({
  program: claudeCodeHere,
  scope: 'local' as const,
  workspace: shop.workspace,
  env: shop.env,
});
const install = (more: Partial<Parameters<typeof installEntriesIn>[0]> = {}) =>
  installEntriesIn({ ...place(), ensureRelay: async () => {}, ...more });

describe('several installs at once', () => {
  it('leave one install, which can be undone', async () => {
    shop.git(shop.workspace, 'init', '-q');
    const exclude = join(shop.workspace, '.git/info/exclude');
    const before = shop.read(exclude);
    const results = await Promise.all([1, 2, 3].map(() => shop.beckon('install')));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(results.filter(({ out }) => out.startsWith('Installed'))).toHaveLength(1);
    expect(readdirSync(join(home, 'installs'))).toHaveLength(1);
    expect(shop.read(exclude)).toBe(`${before}/.claude/settings.local.json\n`);
    expect(await shop.beckon('uninstall')).toMatchObject({ code: 0 });
    expect([readdirSync(shop.workspace), shop.read(exclude)]).toEqual([['.git'], before]);
    expect(existsSync(lock)).toBe(false);
  });

  it('leave the winner alone, also where the other one read the file before it', async () => {
    let other: ReturnType<typeof install> | undefined;
    const beforeSwap = async () => {
      other ??= install();
    };
    expect(await install({ beforeSwap })).toMatchObject({ outcome: 'installed' });
    expect(await other).toMatchObject({ outcome: 'unchanged' });
    expect(await uninstallEntriesIn(place())).toMatchObject({ outcome: 'deleted' });
  });
});

describe('the lock of a home', () => {
  it('is refused while somebody who lives has it, and the file stays', async () => {
    const held = await lockHome(home, 'changing settings');
    expect(held).toHaveProperty('release');
    expect(await install({ lockMs: 20 })).toMatchObject({
      outcome: 'refused',
      refusal: { code: 'busy', message: expect.stringContaining(`process ${process.pid}`) },
    });
    expect(existsSync(shop.local)).toBe(false);
    await ('release' in held ? held.release() : undefined);
    expect(await install({ lockMs: 20 })).toMatchObject({ outcome: 'installed' });
  });

  it('of a process that died, or of another one that has its number now, is broken', async () => {
    const { pid } = spawnSync('true');
    const held = await lockHome(home, 'changing settings');
    const [own = '', start = '', domain = ''] = readFileSync(lock, 'utf8').split('\n');
    await ('release' in held ? held.release() : undefined);
    for (const text of [`${pid}\n${start}\n${domain}`, `${own}\nlong ago\n${domain}`]) {
      writeFileSync(lock, text);
      // One that died while it broke a lock does not keep others from doing so.
      writeFileSync(`${lock}.breaking`, text);
      const again = await lockHome(home, 'changing settings');
      expect(again).toHaveProperty('release');
      await ('release' in again ? again.release() : undefined);
    }
    // What is on another machine that shares the home cannot be seen from here.
    writeFileSync(lock, `${pid}\n${start}\nelsewhere`);
    expect(await lockHome(home, 'changing settings', 20)).toHaveProperty('code', 'busy');
  });

  it.each([
    ['changing settings', 'changing settings'],
    ['taking over a run', 'taking over a run'],
    ['[x](command:y)', 'at work'],
  ])('that was taken for %s is said to be: %s', async (purpose, said) => {
    await lockHome(home, purpose as LockPurpose);
    const refused = await install({ lockMs: 20 });
    expect(refused).toMatchObject({
      refusal: { message: `is left alone: process ${process.pid} is ${said}, as ${lock} says` },
    });
  });

  it('that cannot be read is nobody’s to break, and is named', async () => {
    mkdirSync(lock);
    expect(await lockHome(home, 'changing settings', 20)).toMatchObject({
      code: 'busy',
      message: expect.stringContaining(lock),
    });
  });

  it('leaves no home behind where there was none', async () => {
    const fresh = join(shop.root, 'a/b');
    mkdirSync(join(shop.root, 'a'));
    await uninstallEntriesIn({ ...place(), env: { ...shop.env, BECKON_HOME: fresh } });
    expect(existsSync(fresh)).toBe(false);
  });
});

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookRunEntry } from '../../../src/core/hookrun/hookRunEntry.ts';
import { appendHookRun, readHookLog } from '../../../src/node/hooks/hookLog.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
beforeEach(() => {
  house = new HookHouse();
});
afterEach(() => house.remove());

const entry = (at: number, more: Partial<HookRunEntry> = {}): HookRunEntry => ({
  at,
  trigger: 'before_tool',
  session: 's',
  outcome: 'passed',
  ms: 1,
  ...more,
});
const folder = () => join(house.home, 'hooklog');
function file(): string {
  const [name = ''] = readdirSync(folder());
  return join(folder(), name);
}

describe('the log of a hook', () => {
  it('has its runs, the oldest first, and at most so many of the last', async () => {
    expect(await readHookLog(house.home, '/a')).toEqual([]);
    expect(existsSync(folder())).toBe(false);
    await appendHookRun(house.home, '/a', entry(1));
    await appendHookRun(house.home, '/a', entry(2, { outcome: 'denied', exit: 2, reason: 'no' }));
    await appendHookRun(house.home, '/b', entry(3));
    expect(await readHookLog(house.home, '/a')).toEqual([
      entry(1),
      entry(2, { outcome: 'denied', exit: 2, reason: 'no' }),
    ]);
    expect((await readHookLog(house.home, '/a', 1)).map(({ at }) => at)).toEqual([2]);
    expect(await readHookLog(house.home, '/a', 0)).toEqual([]);
  });

  it('is for its owner only', async () => {
    mkdirSync(folder(), { mode: 0o755 });
    await appendHookRun(house.home, '/a', entry(1));
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(file()).toMatch(/\/[0-9a-f]{64}\.jsonl$/u);
  });

  it('leaves out lines that are torn or odd', async () => {
    await appendHookRun(house.home, '/a', entry(1));
    appendFileSync(file(), '{"at":\nnull\n\n{"at":9}\n\xff\n');
    await appendHookRun(house.home, '/a', entry(2));
    expect((await readHookLog(house.home, '/a')).map(({ at }) => at)).toEqual([1, 2]);
  });

  it('loses its older half when it is too long, in whole lines', async () => {
    const log = 'x'.repeat(2000);
    for (let at = 0; at < 125; at++) {
      await appendHookRun(house.home, '/a', entry(at, { log }));
    }
    expect(await readHookLog(house.home, '/a', 1000)).toHaveLength(125);
    expect(statSync(file()).size).toBeLessThanOrEqual(256 * 1024);
    for (let at = 125; at < 140; at++) {
      await appendHookRun(house.home, '/a', entry(at, { log }));
    }
    const kept = await readHookLog(house.home, '/a', 1000);
    expect(statSync(file()).size).toBeLessThanOrEqual(256 * 1024);
    expect(kept.at(-1)?.at).toBe(139);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(100);
    expect(readFileSync(file(), 'utf8').trimEnd().split('\n')).toHaveLength(kept.length);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it('is got rid of where it is one endless line', async () => {
    await appendHookRun(house.home, '/a', entry(1));
    writeFileSync(file(), 'x'.repeat(300 * 1024));
    await appendHookRun(house.home, '/a', entry(2));
    await appendHookRun(house.home, '/a', entry(3));
    expect(statSync(file()).size).toBeLessThan(1024);
  });

  it('has every run of many at once', async () => {
    const runs = Array.from({ length: 50 }, (_, at) => entry(at, { stderr: 'y'.repeat(1500) }));
    await Promise.all(runs.map((one) => appendHookRun(house.home, '/a', one)));
    expect((await readHookLog(house.home, '/a')).toSorted((a, b) => a.at - b.at)).toEqual(runs);
  });

  it('that cannot be written harms nobody', async () => {
    await appendHookRun('/dev/null/nowhere', '/a', entry(1));
    expect(await readHookLog('/dev/null/nowhere', '/a')).toEqual([]);
  });
});

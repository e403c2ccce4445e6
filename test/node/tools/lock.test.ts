import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../tools/cache/lock.mjs';
import { root, run, temporaryDir } from './support.ts';

describe('A lock between processes', () => {
  it('lets one work at a time', async () => {
    const dir = temporaryDir();
    const arrivals = temporaryDir();
    const worker = `
      import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
      import { setTimeout as delay } from 'node:timers/promises';
      import { withLock } from ${JSON.stringify(join(root, 'tools/cache/lock.mjs'))};
      writeFileSync(${JSON.stringify(arrivals)} + '/' + process.pid, '');
      await withLock(${JSON.stringify(join(dir, 'lock'))}, async () => {
        appendFileSync(${JSON.stringify(join(dir, 'trace'))}, '(');
        // The first keeps it until all three want it.
        while (readdirSync(${JSON.stringify(arrivals)}).length < 3) await delay(5);
        appendFileSync(${JSON.stringify(join(dir, 'trace'))}, ')');
      });
    `;
    await Promise.all([1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', worker])));
    expect(readFileSync(join(dir, 'trace'), 'utf8')).toBe('()()()');
    expect(existsSync(join(dir, 'lock'))).toBe(false);
  });

  it('is taken over from an owner that is no longer alive', async () => {
    const lock = join(temporaryDir(), 'lock');
    writeFileSync(lock, (await run(process.execPath, ['-p', 'process.pid'])).stdout.trim());
    expect(await withLock(lock, async () => 'worked')).toBe('worked');
  });

  it('is given back when the work fails', async () => {
    const lock = join(temporaryDir(), 'lock');
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });
});

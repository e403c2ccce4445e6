import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../tools/cache/lock.mjs';
import { startTimeOf } from '../../../tools/cache/processStart.mjs';
import { recordedProgress, root, run, temporaryDir } from './support.ts';

const lockModule = JSON.stringify(join(root, 'tools/cache/lock.mjs'));

/** Runs a program that has `withLock` and a silent progress. */
function worker(script: string) {
  const head = `
    import { appendFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    import { withLock } from ${lockModule};
    const progress = { say: () => undefined };
  `;
  return run(process.execPath, ['--input-type=module', '-e', head + script]);
}

async function deadPid(): Promise<string> {
  return (await run(process.execPath, ['-p', 'process.pid'])).stdout.trim();
}

function makeOld(file: string): void {
  const aMinuteAgo = Date.now() / 1000 - 60;
  utimesSync(file, aMinuteAgo, aMinuteAgo);
}

describe('A lock between processes', () => {
  it('lets one work at a time', async () => {
    const dir = temporaryDir();
    const arrivals = temporaryDir();
    const script = `
      writeFileSync(${JSON.stringify(arrivals)} + '/' + process.pid, '');
      await withLock(${JSON.stringify(join(dir, 'lock'))}, progress, async () => {
        appendFileSync(${JSON.stringify(join(dir, 'trace'))}, '(');
        // The first keeps it until all three want it.
        while (readdirSync(${JSON.stringify(arrivals)}).length < 3) await delay(5);
        appendFileSync(${JSON.stringify(join(dir, 'trace'))}, ')');
      });
    `;
    await Promise.all([1, 2, 3].map(() => worker(script)));
    expect(readFileSync(join(dir, 'trace'), 'utf8')).toBe('()()()');
    expect(existsSync(join(dir, 'lock'))).toBe(false);
  });

  it('is given back when the work fails', async () => {
    const lock = join(temporaryDir(), 'lock');
    const { progress } = recordedProgress();
    await expect(withLock(lock, progress, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lock)).toBe(false);
  });

  it.each<[string, () => Promise<string>]>([
    ['is no longer alive', async () => `${await deadPid()} 1`],
    ['is another process of the same id', async () => `${process.ppid} 1`],
    ['was this very process id, in another life', async () => `${process.pid} 1`],
  ])('is taken over from an owner that %s', async (_, owner) => {
    const lock = join(temporaryDir(), 'lock');
    writeFileSync(lock, await owner());
    expect(await withLock(lock, recordedProgress().progress, async () => 'worked')).toBe('worked');
    expect(existsSync(lock)).toBe(false);
  });

  it.each([
    ['empty', ''],
    ['garbled', '\0\0\0\0'],
    ['of an older kind', String(process.ppid)],
  ])('is taken over when it is %s and old', async (_, text) => {
    const lock = join(temporaryDir(), 'lock');
    writeFileSync(lock, text);
    makeOld(lock);
    expect(await withLock(lock, recordedProgress().progress, async () => 'worked')).toBe('worked');
  });

  it('is waited for, with a word and only one, while its owner lives', async () => {
    const lock = join(temporaryDir(), 'lock');
    const { progress, lines } = recordedProgress();
    const holder = withLock(lock, progress, async () => {
      while (lines.length === 0) await new Promise((resolve) => setImmediate(resolve));
      makeOld(lock);
      return 'first';
    });
    expect(await Promise.all([holder, withLock(lock, progress, async () => 'second')])).toEqual([
      'first',
      'second',
    ]);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`Waiting for another set-up \\(process ${process.pid}\\) …$`)),
    ]);
  });

  it('is not given back by one that no longer has it', async () => {
    const lock = join(temporaryDir(), 'lock');
    const { progress } = recordedProgress();
    const theirs = `${process.ppid} ${startTimeOf(process.ppid) ?? ''}`;
    await withLock(lock, progress, async () => writeFileSync(lock, theirs));
    expect(readFileSync(lock, 'utf8')).toBe(theirs);
  });

  it('of a dead owner is taken over by one of those who wait at a time', async () => {
    const dir = temporaryDir();
    const dead = `${await deadPid()} 1`;
    const rounds = 25;
    for (let i = 0; i < rounds; i++) writeFileSync(join(dir, `lock-${i}`), dead);
    const script = `
      const dir = ${JSON.stringify(dir)};
      let clashes = 0;
      for (let i = 0; i < ${rounds}; i++) {
        // All four come to the dead lock at the same moment: a little after the last of them arrived here.
        writeFileSync(dir + '/here-' + i + '-' + process.pid, '');
        const here = () => readdirSync(dir).filter((name) => name.startsWith('here-' + i + '-'));
        while (here().length < 4) await delay(1);
        const start = Math.max(...here().map((name) => statSync(dir + '/' + name).mtimeMs)) + 5;
        while (Date.now() < start);
        await withLock(dir + '/lock-' + i, progress, async () => {
          const inside = dir + '/inside-' + i;
          if (existsSync(inside)) clashes++;
          writeFileSync(inside, '');
          // Long enough for another to come in, were it let in.
          for (let look = 0; look < 300; look++) readdirSync(dir);
          rmSync(inside, { force: true });
        });
      }
      console.log(clashes);
    `;
    const runs = await Promise.all([1, 2, 3, 4].map(() => worker(script)));
    expect(runs.map(({ stdout, stderr }) => stdout.trim() || stderr)).toEqual(['0', '0', '0', '0']);
  });
});

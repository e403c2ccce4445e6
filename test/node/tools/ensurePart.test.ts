import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ensurePart, type Part } from '../../../tools/cache/ensurePart.mjs';
import { recordedProgress, root, run, temporaryDir } from './support.ts';

/** A part of one program, a link to it and a note that counts how often it was made. */
function examplePart(made: { count: number }, recipe = ['1']): Part {
  return {
    name: 'example',
    title: 'Example',
    recipe,
    programs: ['bin/program'],
    make: async (dir) => {
      made.count++;
      mkdirSync(join(dir, 'bin'));
      writeFileSync(join(dir, 'bin', 'program'), 'echo hello', { mode: 0o755 });
      writeFileSync(join(dir, 'note.txt'), 'whole');
      symlinkSync('bin/program', join(dir, 'link'));
    },
  };
}

async function madePart() {
  const cache = temporaryDir();
  const made = { count: 0 };
  const { progress, lines } = recordedProgress();
  const ensure = (part = examplePart(made)) => ensurePart(part, { root: cache, progress });
  return { cache, made, lines, ensure, dir: await ensure() };
}

describe('A cached part', () => {
  it('is made once and then used as it is', async () => {
    const { made, ensure, dir } = await madePart();
    expect(await ensure()).toBe(dir);
    expect(made.count).toBe(1);
  });

  it.each<[string, (dir: string) => void, string]>([
    [
      'a file lost bytes',
      (dir) => writeFileSync(join(dir, 'note.txt'), 'who'),
      'note.txt has 3 bytes instead of 5',
    ],
    ['a file was deleted', (dir) => rmSync(join(dir, 'note.txt')), 'note.txt is missing'],
    [
      'a program may not run any more',
      (dir) => chmodSync(join(dir, 'bin', 'program'), 0o644),
      'other permissions',
    ],
    [
      'a link points elsewhere',
      (dir) => relink(join(dir, 'link'), 'note.txt'),
      'link is not the link it was',
    ],
    [
      'a file became a link',
      (dir) => relink(join(dir, 'note.txt'), 'link'),
      'note.txt is not a file any more',
    ],
    ['its manifest is gone', (dir) => rmSync(join(dir, '.beckon-part.json')), 'its manifest is missing'],
    [
      'its manifest is cut off',
      (dir) => writeFileSync(join(dir, '.beckon-part.json'), '{"files":'),
      'unreadable',
    ],
    ['its manifest is empty', (dir) => writeFileSync(join(dir, '.beckon-part.json'), '{}'), 'unreadable'],
    [
      'a folder became a file',
      (dir) => replaceByFile(join(dir, 'bin')),
      'bin/program cannot be read (ENOTDIR)',
    ],
    ['the whole of it became a file', (dir) => replaceByFile(dir), 'its manifest is missing or unreadable'],
    [
      'its manifest has odd rows',
      (dir) => changeManifest(dir, { files: [null, 7, {}] }),
      'its manifest is odd',
    ],
    ['its manifest has odd links', (dir) => changeManifest(dir, { links: [['link']] }), 'the link it was'],
    ['its manifest has odd sums', (dir) => changeManifest(dir, { sums: null }), 'bin/program'],
    [
      'a program has other content of the same size and time',
      (dir) => changeQuietly(join(dir, 'bin', 'program')),
      'bin/program has other content',
    ],
    ['it was made before sums were kept', (dir) => changeManifest(dir, { sums: undefined }), 'bin/program'],
  ])('is made again, and says so, when %s', async (_, damage, said) => {
    const { made, ensure, dir, lines } = await madePart();
    damage(dir);
    expect(await ensure()).toBe(dir);
    expect(made.count).toBe(2);
    expect(readFileSync(join(dir, 'note.txt'), 'utf8')).toBe('whole');
    expect(lines.join('\n')).toMatch(/the cached Example is damaged \(.*\): making it again/);
    expect(lines.join('\n')).toContain(said);
  });

  it('is another part when its recipe is another', async () => {
    const { made, ensure, dir } = await madePart();
    expect(await ensure(examplePart(made, ['2']))).not.toBe(dir);
    expect(made.count).toBe(2);
  });

  it('leaves nothing when it cannot be made, and can be made later', async () => {
    const cache = temporaryDir();
    const { progress } = recordedProgress();
    const made = { count: 0 };
    const part = examplePart(made);
    const failing: Part = {
      ...part,
      make: async (dir) => {
        writeFileSync(join(dir, 'half'), '');
        throw new Error('the network is down');
      },
    };
    await expect(ensurePart(failing, { root: cache, progress })).rejects.toThrow('the network is down');
    expect(readdirSync(cache)).toEqual([]);
    expect(existsSync(join(await ensurePart(part, { root: cache, progress }), 'note.txt'))).toBe(true);
  });

  it('sweeps what a maker left that is no longer alive, and leaves a living one alone', async () => {
    const { cache, ensure } = await madePart();
    const dead = (await run(process.execPath, ['-p', 'process.pid'])).stdout.trim();
    mkdirSync(join(cache, `.making-example-${dead}-0123abcd`));
    mkdirSync(join(cache, `.making-example-${process.ppid}-0123abcd`));
    mkdirSync(join(cache, 'logs'));
    for (const log of [`example-${dead}.log`, `example-${process.ppid}.log`, `other-${dead}.log`])
      writeFileSync(join(cache, 'logs', log), '');
    await ensure();
    // The other log is of a make that failed and not of one that was cut off: a person was told to read it.
    expect(readdirSync(join(cache, 'logs')).sort()).toEqual(
      [`example-${process.ppid}.log`, `other-${dead}.log`].sort(),
    );
    expect(readdirSync(cache).filter((name) => name.startsWith('.making'))).toEqual([
      `.making-example-${process.ppid}-0123abcd`,
    ]);
  });

  it('forgets the log of an attempt that failed when the next attempt begins', async () => {
    const { cache, made, ensure } = await madePart();
    const dead = (await run(process.execPath, ['-p', 'process.pid'])).stdout.trim();
    mkdirSync(join(cache, 'logs'));
    for (const log of [`example-${dead}.log`, `other-${dead}.log`])
      writeFileSync(join(cache, 'logs', log), '');
    await ensure(examplePart(made, ['2']));
    expect(readdirSync(join(cache, 'logs'))).toEqual([`other-${dead}.log`]);
  });

  it('is made where a file has the place of the logs', async () => {
    const { cache, made, ensure } = await madePart();
    writeFileSync(join(cache, 'logs'), '');
    const part = examplePart(made, ['2']);
    const make: Part['make'] = async (dir, logFile) => {
      mkdirSync(join(logFile, '..'), { recursive: true });
      await part.make(dir, logFile);
    };
    expect(existsSync(await ensure({ ...part, make }))).toBe(true);
  });

  it('is made again when a folder of it may not be read any more', async () => {
    const { cache, dir } = await madePart();
    chmodSync(join(dir, 'bin'), 0o000);
    // Root may read everything, so the one who looks has to be somebody else.
    const nobody = 65_534;
    if (process.getuid?.() === 0) for (const path of everythingIn(cache)) chownSync(path, nobody, nobody);
    const maker = `
      import { writeFileSync } from 'node:fs';
      import { ensurePart } from ${JSON.stringify(join(root, 'tools/cache/ensurePart.mjs'))};
      import { Progress } from ${JSON.stringify(join(root, 'tools/cache/progress.mjs'))};
      if (process.getuid() === 0) process.setuid(${nobody});
      const make = async (dir) => writeFileSync(dir + '/program', '');
      const part = { name: 'example', title: 'Example', recipe: ['1'], programs: ['program'], make };
      await ensurePart(part, { root: ${JSON.stringify(cache)}, progress: new Progress() });
    `;
    const ended = await run(process.execPath, ['--input-type=module', '-e', maker]);
    expect(ended.stderr).toContain('bin/program cannot be read (EACCES)');
    expect(ended.code).toBe(0);
    expect(readdirSync(cache)).toHaveLength(1);
    expect(readdirSync(dir).sort()).toEqual(['.beckon-part.json', 'program']);
  });

  it('is whole when several processes make it at the same time', async () => {
    const cache = temporaryDir();
    const arrivals = temporaryDir();
    const maker = `
      import { readdirSync, writeFileSync } from 'node:fs';
      import { setTimeout as delay } from 'node:timers/promises';
      import { ensurePart } from ${JSON.stringify(join(root, 'tools/cache/ensurePart.mjs'))};
      import { Progress } from ${JSON.stringify(join(root, 'tools/cache/progress.mjs'))};
      const make = async (dir) => {
        for (let i = 0; i < 200; i++) writeFileSync(dir + '/' + i, String(i));
        // Nobody finishes before everybody has begun.
        writeFileSync(${JSON.stringify(arrivals)} + '/' + process.pid, '');
        while (readdirSync(${JSON.stringify(arrivals)}).length < 4) await delay(5);
      };
      const part = { name: 'example', title: 'Example', recipe: ['1'], programs: ['7'], make };
      console.log(await ensurePart(part, { root: ${JSON.stringify(cache)}, progress: new Progress() }));
    `;
    const runs = await Promise.all(
      [1, 2, 3, 4].map(() => run(process.execPath, ['--input-type=module', '-e', maker])),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const [dir = ''] = [...new Set(runs.map(({ stdout }) => stdout.trim()))];
    expect(readdirSync(dir)).toHaveLength(201);
    expect(readdirSync(cache).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('leaves neither a half-made folder nor its log when its maker is stopped with Ctrl+C', async () => {
    const cache = temporaryDir();
    const maker = `
      import { mkdirSync, writeFileSync } from 'node:fs';
      import { dirname } from 'node:path';
      import { ensurePart } from ${JSON.stringify(join(root, 'tools/cache/ensurePart.mjs'))};
      import { Progress } from ${JSON.stringify(join(root, 'tools/cache/progress.mjs'))};
      const make = async (dir, log) => {
        writeFileSync(dir + '/half', '');
        mkdirSync(dirname(log), { recursive: true });
        writeFileSync(log, '');
        process.kill(process.pid, 'SIGINT');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      };
      const part = { name: 'example', title: 'Example', recipe: ['1'], programs: ['half'], make };
      await ensurePart(part, { root: ${JSON.stringify(cache)}, progress: new Progress() });
    `;
    expect((await run(process.execPath, ['--input-type=module', '-e', maker])).code).toBe(130);
    expect(readdirSync(cache)).toEqual(['logs']);
    expect(readdirSync(join(cache, 'logs'))).toEqual([]);
  });
});

function relink(path: string, target: string): void {
  rmSync(path);
  symlinkSync(target, path);
}

function replaceByFile(path: string): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, '');
}

function changeManifest(dir: string, change: Record<string, unknown>): void {
  const file = join(dir, '.beckon-part.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
}

/** Changes one byte and sets the time back, as a failing disk would. */
function changeQuietly(path: string): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, readFileSync(path, 'utf8').replace('hello', 'hullo'));
  utimesSync(path, atime, mtime);
}

function everythingIn(dir: string): readonly string[] {
  const inside = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  return [dir, ...inside].filter((path) => !path.endsWith('/link'));
}

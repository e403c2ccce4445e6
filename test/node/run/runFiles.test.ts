import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../../src/core/run/policy.ts';
import type { Run } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import { runText } from '../../../src/core/run/runCodec.ts';
import { RunFiles } from '../../../src/node/run/runFiles.ts';

let home: string;
let files: RunFiles;
beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'beckon-runs-')), 'home');
  files = new RunFiles(home);
});
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

const path = (id: string) => join(home, 'runs', `${id}.json`);
const run = (id: string, more: Partial<Run> = {}): Run => ({
  ...newRun({
    id,
    name: 'feature',
    folder: '/work',
    origin: 'started',
    startedAt: 1,
    graceMs: 1,
    steps: [{ name: 'plan', worktree: false, policy: defaultPolicy }],
  }),
  ...more,
});

function plant(id: string, text: string): void {
  mkdirSync(join(home, 'runs'), { recursive: true });
  writeFileSync(path(id), text);
}

const newer = () => JSON.stringify({ version: 2, owner: 'a' });

describe('the files of runs', () => {
  it('keep runs for their owners, and for nobody else', async () => {
    expect(await files.all()).toEqual([]);
    expect(files.write(run('r-2'), 'b')).toBeUndefined();
    expect(files.write(run('r-1'), 'a')).toBeUndefined();
    expect(files.write(run('r-1', { serial: 3 }), 'a')).toBeUndefined();
    expect(await files.all()).toEqual([
      { owner: 'a', run: run('r-1', { serial: 3 }) },
      { owner: 'b', run: run('r-2') },
    ]);
    expect(files.problems).toEqual([]);
    expect(statSync(path('r-1')).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'runs')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(home, 'runs'))).toEqual(['r-1.json', 'r-2.json']);
  });

  it('close a folder that others could look into', () => {
    mkdirSync(join(home, 'runs'), { recursive: true });
    chmodSync(join(home, 'runs'), 0o755);
    files.write(run('r'), 'a');
    expect(statSync(join(home, 'runs')).mode & 0o777).toBe(0o700);
  });

  it('forget a run', async () => {
    files.write(run('r'), 'a');
    files.remove('r');
    files.remove('never-there');
    expect(await files.all()).toEqual([]);
  });

  it.each(['', '.', '..', '../r', 'a/b', 'R', 'a.b', 'a\0', 'ä', 'a\n', 'x'.repeat(300)])(
    'take no id like %j',
    async (id) => {
      expect(files.write(run(id), 'a')).toMatch(/no id of a run/u);
      expect(await files.claim(id, 'a', 'b')).toBe(false);
      files.remove(id);
      expect(existsSync(home)).toBe(false);
    },
  );

  it.each([
    ['newer', newer(), 'was written by a newer Beckon; update Beckon to see it.'],
    ['damaged', '{"version":1', 'is damaged. Delete the file to get rid of it.'],
    ['empty', '', 'is damaged. Delete the file to get rid of it.'],
    ['of another id', runText(run('other'), 'a'), 'is damaged'],
  ])('tell of one that is %s, and leave it as it is', async (_, text, sentence) => {
    plant('r', text);
    files.write(run('s'), 'a');
    expect((await files.all()).map((one) => one.run.id)).toEqual(['s']);
    expect(files.problems).toEqual([{ file: path('r'), sentence: expect.stringContaining(sentence) }]);
    expect(files.write(run('r'), 'a')).toContain(sentence);
    expect(await files.claim('r', 'a', 'b')).toBe(false);
    files.remove('r');
    await files.sweep(Number.MAX_SAFE_INTEGER);
    expect(readFileSync(path('r'), 'utf8')).toBe(text);
  });

  it('pass over what is no file of a run', async () => {
    files.write(run('r'), 'a');
    for (const name of ['.r.json.1234', 'README', 'A.json', 'r.json.bak']) {
      writeFileSync(join(home, 'runs', name), 'nonsense');
    }
    expect(await files.all()).toHaveLength(1);
    expect(files.problems).toEqual([]);
    mkdirSync(path('folder'));
    await files.all();
    expect(files.problems).toMatchObject([{ file: path('folder') }]);
  });

  it('are written by the owner only', async () => {
    files.write(run('r'), 'a');
    expect(files.write(run('r', { serial: 9 }), 'b')).toMatch(/belongs to another window/u);
    expect(await files.all()).toEqual([{ owner: 'a', run: run('r') }]);
  });

  it('say why a run cannot be kept', () => {
    writeFileSync(home, 'in the way');
    expect(files.write(run('r'), 'a')).toMatch(/can't be kept in .+ \(\w+\); see that its folder is one/u);
    expect(files.refusal(run('r'))).toMatch(/^No run can be kept in .+ \(\w+\); see that it is a folder/u);
  });

  it('try to keep a run, and have nothing of it then', async () => {
    expect(files.refusal(run('r'))).toBeUndefined();
    expect(readdirSync(join(home, 'runs'))).toEqual([]);
    // The folder is there, and still nothing can be written.
    mkdirSync(join(home, 'runs', '.r.trial'));
    expect(files.refusal(run('r'))).toMatch(/^No run can be kept/u);
    expect(await files.all()).toEqual([]);
  });

  it('go over to one of those who want a run', async () => {
    files.write(run('r', { serial: 4 }), 'a');
    expect(await files.claim('r', 'x', 'b')).toBe(false);
    expect(await files.claim('never-there', 'a', 'b')).toBe(false);
    const wanting = ['b', 'c', 'd', 'e'];
    const got = await Promise.all(wanting.map((to) => new RunFiles(home).claim('r', 'a', to)));
    expect(got.filter(Boolean)).toHaveLength(1);
    expect(await files.all()).toEqual([{ owner: wanting[got.indexOf(true)], run: run('r', { serial: 4 }) }]);
    expect(readdirSync(home)).toEqual(['runs']);
  });

  it('are kept for a day after the end', async () => {
    const day = 24 * 60 * 60 * 1000;
    files.write(run('done', { status: 'done', endedAt: 1000 }), 'a');
    files.write(run('failed', { status: 'failed', endedAt: 2000 }), 'b');
    files.write(run('running'), 'a');
    const left = async (now: number) => {
      await files.sweep(now);
      return (await files.all()).map((one) => one.run.id);
    };
    expect(await left(999 + day)).toEqual(['done', 'failed', 'running']);
    expect(await left(1000 + day)).toEqual(['failed', 'running']);
    expect(await left(10 * day)).toEqual(['running']);
  });

  it('take along what is left of the agents of forgotten ones, a day after it was written', async () => {
    const day = 24 * 60 * 60 * 1000;
    files.write(run('run-1'), 'a');
    const ends = ['run-1-1.exit', 'run-1-1.shell'];
    const names = [...ends, 'run-2-1.exit', 'run-2-10.shell', 'run-2.exit.bak'];
    for (const name of names) {
      writeFileSync(join(home, 'runs', name), '');
      utimesSync(join(home, 'runs', name), 0, 1);
    }
    const left = async (now: number) => {
      await files.sweep(now);
      return readdirSync(join(home, 'runs')).toSorted();
    };
    expect(await left(999 + day)).toEqual([...names, 'run-1.json'].toSorted());
    expect(await left(1000 + day)).toEqual([...ends, 'run-1.json', 'run-2.exit.bak'].toSorted());
  });
});

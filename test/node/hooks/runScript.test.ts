import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../src/node/evidence/processTable.ts';
import type { ScriptRun } from '../../../src/node/hooks/runScript.ts';
import { runScript } from '../../../src/node/hooks/runScript.ts';
import { holdClock } from '../../support/heldClock.ts';
import { untilTrue } from '../run/support.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-script-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, more: Partial<ScriptRun> = {}) =>
  runScript({
    script: { path: '', command: ['/bin/bash', '--norc', '-c', script] },
    cwd: folder,
    env: { PATH: process.env.PATH },
    input: '{"a": 1}\n',
    timeoutMs: 30_000,
    ...more,
  });
const pidIn = (file: string) => Number(readFileSync(join(folder, file), 'utf8'));
const isWritten = (...files: string[]) =>
  files.every((file) => existsSync(join(folder, file)) && readFileSync(join(folder, file), 'utf8') !== '');
/** Runs a script until its time is up, which is when it has written these files. */
const timeOut = (script: string, ...files: string[]) => {
  const clock = holdClock();
  const ending = run(script, { timeoutMs: 500 });
  return clock.until(() => isWritten(...files)).then(() => clock.over(ending));
};
const isGone = (file: string) => untilTrue(async () => !(await isAlive(pidIn(file))));

/** Goes on until it is asked, and says then that it was there. */
const answering = 'while [ ! -e question ]; do sleep 0.02; done; echo >answer';
async function answers(): Promise<void> {
  writeFileSync(join(folder, 'question'), '');
  await untilTrue(() => existsSync(join(folder, 'answer')));
}

describe('a script that takes too long', () => {
  it('is ended with what left its group', async () => {
    const script = 'setsid sleep 600 >/dev/null 2>&1 & echo $! >pid; wait';
    expect(await timeOut(script, 'pid')).toMatchObject({ how: 'timeout' });
    await isGone('pid');
  });
});

describe('a script', () => {
  it('reads its input in its folder, and says what it has to say by its code and two streams', async () => {
    const end = await run('cat; pwd; echo "$HOOK" >&2; exit 3', {
      env: { PATH: process.env.PATH, HOOK: 'mine' },
    });
    expect(end).toEqual({
      how: 'exited',
      exit: 3,
      stdout: `{"a": 1}\n${folder}\n`,
      stderr: 'mine\n',
      ms: expect.any(Number),
    });
  });

  it('may open what it reads and writes by its name, now and again', async () => {
    const script = `cat /dev/stdin; cat /dev/stdin >/dev/stdout; echo no >/dev/stderr; exit 2`;
    expect(await run(script)).toMatchObject({ exit: 2, stdout: '{"a": 1}\n{"a": 1}\n', stderr: 'no\n' });
  });

  it('reads its input to the end, and leaves nothing of it on the disk', async () => {
    const { TMPDIR } = process.env;
    process.env.TMPDIR = folder;
    try {
      const input = 'ä'.repeat(2_000_000);
      expect((await run('wc -c; ls -A', { input })).stdout.trim()).toBe('4000000');
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      if (TMPDIR === undefined) {
        delete process.env.TMPDIR;
      } else {
        process.env.TMPDIR = TMPDIR;
      }
    }
  });

  it('is run all the same where the system has no pipes for it', async () => {
    const { PATH } = process.env;
    process.env.PATH = folder;
    try {
      const script = { path: '', command: ['/bin/sh', '-c', '/bin/cat; echo no >&2; exit 2'] };
      const end = await run('', { script, input: 'x' });
      expect(end).toMatchObject({ how: 'exited', exit: 2, stdout: 'x', stderr: 'no\n' });
      const deaf = { path: '', command: ['/bin/sh', '-c', 'exec <&-; exit 2'] };
      expect(await run('', { script: deaf, input: 'x'.repeat(5_000_000) })).toMatchObject({ exit: 2 });
    } finally {
      process.env.PATH = PATH;
    }
  });

  it('need not read what it is given, however much that is', async () => {
    const end = await run('exec <&-; exit 2', { input: 'x'.repeat(5_000_000) });
    expect(end).toMatchObject({ how: 'exited', exit: 2 });
  });

  it('may write more than is kept: the rest is read and dropped, and only its output counts as cut', async () => {
    const end = await run('head -c 100000000 /dev/zero | tr "\\0" a; head -c 3000000 /dev/zero >&2; exit 2');
    expect(end).toMatchObject({ how: 'exited', exit: 2, isCut: true });
    expect([end.stdout.length, end.stderr.length]).toEqual([1024 * 1024, 1024 * 1024]);
    const complaint = await run('head -c 3000000 /dev/zero >&2; echo "{}"');
    expect(complaint).toMatchObject({ exit: 0, stdout: '{}\n' });
    expect(complaint.isCut).toBeUndefined();
    const exact = await run('head -c 1048576 /dev/zero');
    expect([exact.stdout.length, exact.isCut]).toEqual([1024 * 1024, undefined]);
  });

  it('may write half a character, or one in two pieces', async () => {
    const end = await run("printf '\\xc3'; sleep 0.05; printf '\\xa4 \\xe2\\x82'");
    expect(end.stdout).toBe('ä \ufffd');
  });

  it('that takes too long is ended with everything it started', async () => {
    const script = 'sleep 600 & echo $! >child; echo $$ >own; echo begun; echo >said; wait';
    const end = await timeOut(script, 'child', 'own', 'said');
    expect(end).toMatchObject({ how: 'timeout', stdout: 'begun\n' });
    expect(end.exit).toBeUndefined();
    await isGone('own');
    await isGone('child');
  });

  it('that does not listen is killed, with what it started and what keeps no output', async () => {
    const end = await timeOut(
      `trap '' TERM; (trap '' TERM; echo $BASHPID >child; exec >/dev/null 2>&1 </dev/null; sleep 600) &
       echo $$ >own; while :; do sleep 0.1; done`,
      'child',
      'own',
    );
    expect(end.how).toBe('timeout');
    await isGone('own');
    await isGone('child');
  });

  it('that ends at the signal does not save what it started and does not listen', async () => {
    const end = await timeOut(
      `(trap '' TERM; echo $BASHPID >child; exec >/dev/null 2>&1 </dev/null; while :; do sleep 0.1; done) &
       while [ ! -s child ]; do sleep 0.01; done; wait`,
      'child',
    );
    expect(end.how).toBe('timeout');
    await isGone('child');
  });

  it('is over soon after its time, also where somebody who left its group holds its output', async () => {
    const end = await timeOut('setsid sleep 600 & echo $! >child; wait', 'child');
    expect(end.how).toBe('timeout');
    await isGone('child');
  });

  it('counts by its own end: what still holds its output behind it is ended', async () => {
    const end = await run('sleep 600 & echo $! >child; echo said; exit 2');
    expect(end).toMatchObject({ how: 'exited', exit: 2, stdout: 'said\n' });
    await isGone('child');
  });

  it('may leave something behind that does not hold its output', async () => {
    const end = await run(`(${answering}) >/dev/null 2>&1 </dev/null &`);
    expect(end).toMatchObject({ how: 'exited', exit: 0 });
    await answers();
  });

  it('that nobody waits for may leave anything behind', async () => {
    const end = await run(`(${answering}) &`, { isAsync: true });
    expect(end).toMatchObject({ how: 'exited', exit: 0 });
    await answers();
  });

  it('can be ended early, or never begun', async () => {
    const control = new AbortController();
    const ending = run('echo $$ >own; echo begun; sleep 600', { signal: control.signal });
    await untilTrue(() => existsSync(join(folder, 'own')) && pidIn('own') > 0);
    control.abort();
    expect(await ending).toMatchObject({ how: 'killed' });
    await isGone('own');
    rmSync(join(folder, 'own'));
    const sooner = new AbortController();
    const beginning = run('sleep 600', { signal: sooner.signal });
    sooner.abort();
    expect(await beginning).toMatchObject({ how: 'killed' });
    expect(await run('echo $$ >own', { signal: control.signal })).toMatchObject({
      how: 'killed',
      ms: expect.any(Number),
    });
    expect(existsSync(join(folder, 'own'))).toBe(false);
  });

  it('that is ended can put things in order, and so can what it started', async () => {
    const control = new AbortController();
    const tidy = (file: string) =>
      `trap 'echo >${file}; exit' TERM; echo >${file}-ready; while :; do sleep 0.02; done`;
    const clock = holdClock();
    const ending = run(`(${tidy('child')}) & ${tidy('own')}`, { signal: control.signal });
    await clock.until(() => isWritten('child-ready', 'own-ready'));
    control.abort();
    await clock.until(() => isWritten('child', 'own'));
    expect(await clock.over(ending)).toMatchObject({ how: 'killed' });
  });

  it('that dies of a signal was killed', async () => {
    expect(await run('kill -9 $$')).toMatchObject({ how: 'killed' });
  });

  it('that cannot be started says why', async () => {
    const gone = join(folder, 'gone');
    expect(await run('true', { cwd: gone })).toMatchObject({
      how: 'unstarted',
      stderr: `there is no folder ${gone}`,
    });
    const missing = { path: '', command: [join(folder, 'nothing')] };
    expect(await run('', { script: missing })).toMatchObject({ how: 'unstarted', stderr: 'ENOENT' });
    expect(await run('', { script: { path: '', command: [] } })).toMatchObject({ how: 'unstarted' });
    const odd = join(folder, 'odd');
    writeFileSync(odd, '');
    chmodSync(odd, 0o600);
    expect(await run('', { script: { path: odd, command: [odd] } })).toMatchObject({
      how: 'unstarted',
      stderr: 'EACCES',
    });
    const nul = { path: '', command: ['/bin/true', 'a\0b'] };
    expect(await run('', { script: nul })).toMatchObject({ how: 'unstarted' });
  });

  it('leaves no Python cache beside it, and has what its program needs', async () => {
    const script = {
      path: '',
      command: ['/bin/sh', '-c', 'echo $PYTHONDONTWRITEBYTECODE $MORE'],
      env: { MORE: 'm' },
    };
    expect((await run('', { script })).stdout).toBe('1 m\n');
  });
});

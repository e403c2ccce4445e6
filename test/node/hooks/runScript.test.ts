import {
  chmodSync,
  existsSync,
  mkdtempSync,
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
const isGone = (file: string) => untilTrue(async () => !(await isAlive(pidIn(file))));

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
    const end = await run('sleep 600 & echo $! >child; echo $$ >own; echo begun; wait', { timeoutMs: 500 });
    expect(end).toMatchObject({ how: 'timeout', stdout: 'begun\n' });
    expect(end.exit).toBeUndefined();
    await isGone('own');
    await isGone('child');
  });

  it('that does not listen is killed, with what it started and what keeps no output', async () => {
    const end = await run(
      `trap '' TERM; (trap '' TERM; echo $BASHPID >child; exec >/dev/null 2>&1 </dev/null; sleep 600) &
       echo $$ >own; while :; do sleep 0.1; done`,
      { timeoutMs: 500 },
    );
    expect(end.how).toBe('timeout');
    await isGone('own');
    await isGone('child');
  });

  it('that ends at the signal does not save what it started and does not listen', async () => {
    const end = await run(
      `(trap '' TERM; echo $BASHPID >child; exec >/dev/null 2>&1 </dev/null; while :; do sleep 0.1; done) &
       while [ ! -s child ]; do sleep 0.01; done; wait`,
      { timeoutMs: 500 },
    );
    expect(end.how).toBe('timeout');
    await isGone('child');
  });

  it('is over soon after its time, also where somebody who left its group holds its output', async () => {
    const end = await run('setsid sleep 600 & echo $! >child; wait', { timeoutMs: 300 });
    process.kill(pidIn('child'), 'SIGKILL');
    expect(end.how).toBe('timeout');
  });

  it('counts by its own end: what still holds its output behind it is ended', async () => {
    const end = await run('sleep 600 & echo $! >child; echo said; exit 2');
    expect(end).toMatchObject({ how: 'exited', exit: 2, stdout: 'said\n' });
    await isGone('child');
  });

  it('may leave something behind that does not hold its output', async () => {
    const end = await run('sleep 600 >/dev/null 2>&1 </dev/null & echo $! >child');
    expect(end).toMatchObject({ how: 'exited', exit: 0 });
    expect(await isAlive(pidIn('child'))).toBe(true);
    process.kill(pidIn('child'), 'SIGKILL');
  });

  it('that nobody waits for may leave anything behind', async () => {
    const end = await run('sleep 600 & echo $! >child', { isAsync: true });
    expect(end).toMatchObject({ how: 'exited', exit: 0 });
    expect(await isAlive(pidIn('child'))).toBe(true);
    process.kill(pidIn('child'), 'SIGKILL');
  });

  it('can be ended early, or never begun', async () => {
    const control = new AbortController();
    const ending = run('echo $$ >own; echo begun; sleep 600', { signal: control.signal });
    await untilTrue(() => existsSync(join(folder, 'own')) && pidIn('own') > 0);
    control.abort();
    expect(await ending).toMatchObject({ how: 'killed' });
    await isGone('own');
    rmSync(join(folder, 'own'));
    expect(await run('echo $$ >own', { signal: control.signal })).toMatchObject({
      how: 'killed',
      ms: expect.any(Number),
    });
    expect(existsSync(join(folder, 'own'))).toBe(false);
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

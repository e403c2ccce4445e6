import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '../../../src/node/evidence/processTable.ts';
import type { GateCommand } from '../../../src/node/run/runGate.ts';
import { runGate } from '../../../src/node/run/runGate.ts';
import { holdClock } from '../../support/heldClock.ts';
import { untilTrue } from './support.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-gate-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const gate = (command: string, more: Partial<GateCommand> = {}) =>
  runGate({ command, folder, timeoutMs: 30_000, env: { PATH: process.env.PATH }, ...more });
const pidIn = (file: string) => Number(readFileSync(join(folder, file), 'utf8'));

/** Whether a command has written these files, which it does when it has come so far. */
function isWritten(...files: string[]): boolean {
  return files.every((file) => readOr(join(folder, file)).endsWith('\n'));
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

describe('a gate', () => {
  it.each([
    ['true', 0, ''],
    ['exit 7', 7, ''],
    ['echo said; exit 1', 1, 'said'],
    ['echo said; echo wrong >&2; exit 1', 1, 'wrong'],
    ['no-such-program-of-ours', 127, expect.stringContaining('not found')],
  ])('that runs %s ends with %s', async (command, code, output) => {
    expect(await gate(command).done).toEqual({ code, output });
  });

  it('runs in its folder with its environment and nothing to read', async () => {
    const end = await gate('pwd; echo "$WORD"; cat', { env: { PATH: process.env.PATH, WORD: 'given' } }).done;
    expect(end).toEqual({ code: 0, output: `${folder}\ngiven` });
  });

  it('keeps the end of a long output, in whole characters', async () => {
    const { code, output } = await gate(
      `i=0; while [ $i -lt 3000 ]; do printf '\\360\\237\\230\\200'; i=$((i+1)); done; printf x`,
    ).done;
    expect(code).toBe(0);
    expect(output).toMatch(/^(?:😀)+x$/u);
    expect(output.length).toBe(3999);
  });

  it('says that its folder is gone, or that it cannot be started, without a code', async () => {
    expect(await gate('true', { folder: join(folder, 'gone') }).done).toEqual({
      output: `The command could not be started: there is no folder ${join(folder, 'gone')}.`,
    });
    for (const odd of [join(import.meta.filename, 'in-a-file'), 'odd\0']) {
      expect(await gate('true', { folder: odd }).done).toEqual({
        output: `The command could not be started: there is no folder ${odd}.`,
      });
    }
    expect(await gate('true\0').done).toEqual({
      output: expect.stringMatching(/^The command could not be started/u),
    });
  });

  it('may take longer than a timer can', async () => {
    expect(await gate('sleep 0.2', { timeoutMs: 2 ** 40 }).done).toEqual({ code: 0, output: '' });
  });

  it('has no code when a signal ended it', async () => {
    expect(await gate('kill -9 $$').done).toEqual({ output: 'The command was stopped by a signal.' });
  });

  it('that takes too long is ended with what it started, and says what it wrote', async () => {
    const clock = holdClock();
    const running = gate('sleep 600 & echo slow >&2; echo $! >child; wait', { timeoutMs: 500 });
    await clock.until(() => isWritten('child'));
    expect(await clock.over(running.done)).toEqual({ output: 'slow\nThe command was ended after 0.5 s.' });
    await untilTrue(async () => !(await isAlive(pidIn('child'))));
  });

  it('that takes too long and wrote nothing says so', async () => {
    const clock = holdClock();
    expect(await clock.over(gate('sleep 600', { timeoutMs: 100 }).done)).toEqual({
      output: 'The command was ended after 0.1 s.',
    });
  });

  it('that does not listen is killed, with what it started', async () => {
    const stubborn = `trap '' TERM; (echo $$ >shell; while :; do sleep 1; done) & echo $! >child; wait; wait`;
    const clock = holdClock();
    const running = gate(stubborn);
    await clock.until(() => isWritten('shell', 'child'));
    running.stop();
    expect(await clock.over(running.done)).toEqual({ output: 'The command was ended.' });
    await untilTrue(async () => !(await isAlive(pidIn('child'))) && !(await isAlive(pidIn('shell'))));
  });

  it('whose shell listens takes along what does not', async () => {
    const clock = holdClock();
    const running = gate(
      `(trap '' TERM; echo x >ready; while :; do sleep 1; done) >/dev/null 2>&1 & echo $! >child; wait`,
    );
    await clock.until(() => isWritten('ready', 'child'));
    running.stop();
    expect(await running.done).toEqual({ output: 'The command was ended.' });
    expect(await isAlive(pidIn('child'))).toBe(true);
    await clock.over(clock.pass(2000));
    await untilTrue(async () => !(await isAlive(pidIn('child'))));
  });

  it.each([
    ['holds the pipes', ''],
    ['holds no pipe', '>/dev/null 2>&1'],
  ])('counts by its shell, and ends what lives on and %s', async (_, elsewhere) => {
    const running = gate(`sleep 600 ${elsewhere} & echo $! >child; echo said; exit 3`);
    expect(await running.done).toEqual({ code: 3, output: 'said' });
    await untilTrue(async () => !(await isAlive(pidIn('child'))));
  });

  it('leaves alone what has a session of its own', async () => {
    const away = `setsid sh -c 'echo $$ >child; exec sleep 600' >/dev/null 2>&1 &`;
    const { done } = gate(`${away} while ! [ -s child ]; do sleep 0.01; done; sleep 600 >/dev/null 2>&1 &`);
    expect(await done).toEqual({ code: 0, output: '' });
    expect(await isAlive(pidIn('child'))).toBe(true);
    process.kill(pidIn('child'), 'SIGKILL');
  });

  it('is over in time also where something left its group and holds the pipes', async () => {
    const away = `setsid sh -c 'echo $$ >child; exec sleep 600' & wait`;
    const clock = holdClock();
    const running = gate(away);
    await clock.until(() => isWritten('child'));
    running.stop();
    expect(await clock.over(running.done)).toEqual({ output: 'The command was ended.' });
    process.kill(pidIn('child'), 'SIGKILL');
  });

  it('can be stopped when it is over', async () => {
    const running = gate('true');
    expect(await running.done).toEqual({ code: 0, output: '' });
    running.stop();
    expect(await running.done).toEqual({ code: 0, output: '' });
  });
});

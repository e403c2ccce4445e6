import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newRun } from '../../../src/core/run/run.ts';
import { isAlive } from '../../../src/node/evidence/processTable.ts';
import { ExitFiles } from '../../../src/node/run/exitFiles.ts';
import { Foreground } from '../../../src/node/run/foreground.ts';
import { startOf } from './runHouse.ts';
import { untilTrue } from './support.ts';

let folder: string;
let foreground: Foreground;
let home: string;
let exits: ExitFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-foreground-'));
  home = mkdtempSync(join(tmpdir(), 'beckon-home-'));
  exits = new ExitFiles(home);
  foreground = new Foreground({ PATH: process.env.PATH, FROM: 'outside' }, exits, () =>
    freed.push([foreground.isBusy, told.length]),
  );
});
afterEach(async () => {
  await foreground.end();
  rmSync(folder, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
});

const told: (number | undefined)[] = [];
/** Whether the terminal was taken when it was said to be free, and how many ends were told by then. */
const freed: [boolean, number][] = [];
beforeEach(() => [told.splice(0), freed.splice(0)]);

const start = (script: string, args: readonly string[] = [], isWanted = () => true) => {
  const who = { run: newRun(startOf()), agent: 'other:1', env: { BECKON_AGENT: 'other:1' } };
  return foreground.start({ ...who, folder, script, args, isWanted }, (code) => told.push(code));
};

const read = (name: string): string => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return '';
  }
};
const pidIn = async (name: string): Promise<number> => {
  await untilTrue(() => read(name).endsWith('\n'));
  return Number(read(name));
};

describe('the agent that has the terminal', () => {
  it('runs in its folder, with its arguments and who it is; its end is told', async () => {
    expect(
      await start('printf "%s " "$FROM" "$BECKON_AGENT" "$@" >said; exit 3;', ['a b', '$x']),
    ).toBeUndefined();
    await untilTrue(() => told.length > 0);
    expect([told, read('said')]).toEqual([[3], 'outside other:1 a b $x ']);
  });

  it('is ended with what its shell started, and nobody is told', async () => {
    await start('exec >/dev/null 2>&1; sleep 600 & echo $! >a; (sleep 600 & echo $! >b; wait); :');
    const pids = [await pidIn('a'), await pidIn('b')];
    await foreground.end();
    expect(await Promise.all(pids.map((pid) => isAlive(pid)))).toEqual([false, false]);
    expect(told).toEqual([]);
  });

  it('is ended as what a start began, by no other start', async () => {
    await start('sleep 600 & echo $$ >pid; wait');
    const pid = await pidIn('pid');
    await foreground.endStart(1);
    expect(await isAlive(pid)).toBe(true);
    await foreground.endStart(0);
    expect(await isAlive(pid)).toBe(false);
  });

  it('gets it when the one before has gone whole, though its shell went first', async () => {
    const waits = "trap 'until [ -e go ]; do sleep 0.01; done; echo first >>order; exit' TERM";
    writeFileSync(join(folder, 'job.sh'), `${waits}; sleep 600 & echo $$ >pid; wait\n`);
    await start('sh job.sh; :');
    await pidIn('pid');
    // However long it takes to let it go, it is not killed for that.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const ended = foreground.end();
    const second = start('echo second >>order;');
    await untilTrue(() => !foreground.isBusy);
    writeFileSync(join(folder, 'go'), '');
    await Promise.all([ended, second]);
    await untilTrue(() => read('order').includes('second'));
    expect(read('order')).toBe('first\nsecond\n');
  });

  it('gets it when the one before has gone', async () => {
    await start('until [ -e go ]; do sleep 0.01; done; echo first >>order;');
    const second = start('echo second >>order;');
    writeFileSync(join(folder, 'go'), '');
    await second;
    await untilTrue(() => read('order').includes('second'));
    expect(read('order')).toBe('first\nsecond\n');
  });

  it('does not get it where nobody wants it any more when the one before has gone', async () => {
    await start('sleep 600 & echo $$ >pid; wait');
    await pidIn('pid');
    let isWanted = true;
    const second = start('echo second >order; sleep 600 & wait', [], () => isWanted);
    // A person ended the run meanwhile, and with it the agent that has the terminal.
    isWanted = false;
    await foreground.end();
    expect([await second, foreground.isBusy, read('order')]).toEqual([undefined, false, '']);
  });

  it('does not get it any more when the terminal is closed', async () => {
    await start('sleep 600 & echo $$ >pid; wait');
    await pidIn('pid');
    const second = start('echo second >order; sleep 600 & wait');
    await foreground.close();
    expect(foreground.isBusy).toBe(false);
    expect([await second, await start('echo third >order;'), read('order')]).toEqual([
      undefined,
      undefined,
      '',
    ]);
  });

  it('has it until it has gone, and then it is free', async () => {
    await start('exit 0;');
    await untilTrue(() => freed.length > 0);
    expect(freed).toEqual([[false, 1]]);
    await start('trap "until [ -e go ]; do sleep 0.01; done; exit" TERM; sleep 600 & echo $$ >pid; wait');
    await pidIn('pid');
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const ended = foreground.end();
    expect(foreground.isBusy).toBe(true);
    writeFileSync(join(folder, 'go'), '');
    await ended;
    expect(freed).toEqual([
      [false, 1],
      [false, 1],
    ]);
    expect(foreground.isBusy).toBe(false);
  });

  it('is known to others while it runs, as one whose shell ends with it', async () => {
    const run = newRun(startOf());
    await start('echo $$ >pid; until [ -e go ]; do sleep 0.01; done; :');
    const pid = await pidIn('pid');
    await untilTrue(async () => (await new ExitFiles(home).shell(run)) !== undefined);
    expect(await exits.shell(run)).toMatchObject({ pid, of: 'agent' });
    writeFileSync(join(folder, 'go'), '');
    await untilTrue(() => told.length > 0);
    expect(readdirSync(join(home, 'runs'))).toEqual([]);
  });

  it('is not ended in the place of one that had it before', async () => {
    await start('sleep 600 & echo $$ >pid; wait');
    const pid = await pidIn('pid');
    await foreground.end('other:0');
    expect(await isAlive(pid)).toBe(true);
    await foreground.end('other:1');
    expect(await isAlive(pid)).toBe(false);
  });

  it('has nothing where its folder is gone, and that is said', async () => {
    rmSync(folder, { recursive: true });
    expect(await start('true;')).toBe(`The folder ${folder} is gone.`);
    expect(foreground.isBusy).toBe(false);
  });
});

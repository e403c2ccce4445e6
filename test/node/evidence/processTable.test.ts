import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ancestors,
  findProcesses,
  isAlive,
  parsePs,
  parseStat,
  processStart,
} from '../../../src/node/evidence/processTable.ts';
import { repository, runProgram } from '../../support/runProgram.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';

describe('the process table', () => {
  it('tells a living process from one that ended', async () => {
    const sleeper = new Sleeper();
    const start = await processStart(sleeper.pid);
    expect(start).toBeDefined();
    expect(await isAlive(sleeper.pid)).toBe(true);
    expect(await isAlive(sleeper.pid, start)).toBe(true);
    expect(await isAlive(sleeper.pid, 'another')).toBe(false);
    await sleeper.kill();
    expect(await isAlive(sleeper.pid)).toBe(false);
    expect(await processStart(sleeper.pid)).toBeUndefined();
  });

  it('gives several at once, those that live', async () => {
    const [one, two] = [new Sleeper(), new Sleeper()];
    await two.kill();
    const found = await findProcesses([one.pid, two.pid]);
    await one.kill();
    expect([...found.keys()]).toEqual([one.pid]);
  });

  it('takes a zombie for dead', async () => {
    // The shell starts a child and becomes a program that ends it, and never asks after it.
    const ends =
      'process.kill(process.argv[1], "SIGKILL"); console.log(process.argv[1]); setInterval(() => {}, 1e6)';
    const parent = spawn('sh', ['-c', 'sleep 600 & exec "$0" -e "$1" $!', process.execPath, ends], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = Number(await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve)));
      let alive = true;
      const look = () => {
        void isAlive(pid).then((now) => {
          alive = now;
        });
        return alive;
      };
      await until(look, false);
      expect(() => process.kill(pid, 0)).not.toThrow();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('takes a process of somebody else for alive', async () => {
    // The first process belongs to root; as an ordinary user a signal to it is refused.
    const table = join(repository, 'src/node/evidence/processTable.ts');
    const script = `let refused = ''; try { process.kill(1, 0); } catch (error) { refused = error.code; }
      import(${JSON.stringify(table)}).then(async ({ isAlive }) => console.log(refused, await isAlive(1)));`;
    const node = [process.execPath, '-e', script];
    const ordinary = ['--reuid=65534', '--regid=65534', '--clear-groups', ...node];
    const { out, err } = await (process.getuid?.() === 0
      ? runProgram('setpriv', ordinary, { cwd: '/' })
      : runProgram(process.execPath, node.slice(1)));
    expect({ out, err }).toMatchObject({ out: 'EPERM true\n' });
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 31])('takes %d for nobody', async (pid) => {
    expect(await isAlive(pid)).toBe(false);
  });

  it('names the parents of a process, nearest first', async () => {
    const sleeper = new Sleeper();
    const parents = await ancestors(sleeper.pid);
    await sleeper.kill();
    expect(parents[0]).toBe(process.pid);
    expect(parents[1]).toBe(process.ppid);
    expect(await ancestors(sleeper.pid)).toEqual([]);
  });

  it('names none of a server in the background, which whoever came first has started', async () => {
    const server = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const ended = new Promise((resolve) => server.on('close', resolve));
    const above = await ancestors(server.pid ?? 0);
    server.kill('SIGKILL');
    await ended;
    expect(above).toEqual([]);
  });
});

describe('what Linux says of a process', () => {
  const rest = (state: string) => `${state} 42 ${Array.from({ length: 17 }, () => '0').join(' ')} 406150 1 2`;

  it('is read behind a name that contains anything', () => {
    expect(parseStat(7, `7 (a) R 1 (b) ${rest('S')}`)).toEqual({ pid: 7, parent: 42, start: '406150' });
  });

  it.each(['Z', 'X', 'x'])('in state %s is that it is dead', (state) => {
    expect(parseStat(7, `7 (claude) ${rest(state)}`)).toBeUndefined();
  });

  it('is nothing once it has gone', () => {
    expect(parseStat(7, '')).toBeUndefined();
  });
});

describe('what macOS says of processes', () => {
  it('is read line by line, without the dead', () => {
    const table = [
      '  501     1 ttys001 Ss   Mon Nov 16 05:53:19 2026    ',
      '  502   501 ttys001 Z    Mon Nov 16 05:53:20 2026',
      '12345   501 ttys001 S+   Sun Nov  1 15:03:20 2026',
      '  600     1 ??      Ss   Sun Nov  1 15:03:21 2026',
      '',
    ].join('\n');
    expect(parsePs(table)).toEqual([
      { pid: 501, parent: 1, start: 'Mon Nov 16 05:53:19 2026' },
      { pid: 12345, parent: 501, start: 'Sun Nov  1 15:03:20 2026' },
      { pid: 600, parent: 1, start: 'Sun Nov  1 15:03:21 2026', isDetached: true },
    ]);
  });
});

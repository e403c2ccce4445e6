import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawn as openPty } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { terminalScript } from '../../../src/core/run/terminalScript.ts';
import { isAlive, processesBelow } from '../../../src/node/evidence/processTable.ts';
import { endProcesses } from '../../../src/node/run/endProcess.ts';
import { ExitFiles } from '../../../src/node/run/exitFiles.ts';
import { runOfSteps } from '../../support/runOf.ts';
import { untilTrue } from './support.ts';

let home: string;
let exits: ExitFiles;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-exits-'));
  // What is to end by itself here has ended when that is asked for.
  exits = new ExitFiles(home, 200);
});
afterEach(() => {
  exits.dispose();
  rmSync(home, { recursive: true, force: true });
});

const run = runOfSteps(['build'], { launches: 2 });

/** Runs a command as the terminal of a run does, with a shell that says what its environment is. */
async function terminal(command: string, args: readonly string[] = []): Promise<string> {
  const shell = join(home, 'shell');
  writeFileSync(shell, '#!/bin/sh\necho "shell:$BECKON_AGENT:$BECKON_EXIT"\n', { mode: 0o755 });
  const env = { PATH: process.env.PATH, SHELL: shell, BECKON_EXIT: exits.of(run), BECKON_AGENT: 'a' };
  const child = spawn('/bin/sh', ['-c', terminalScript(command), 'sh', ...args], { env });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return out;
}

describe('the terminal of an agent', () => {
  it('tells how the agent ended, and becomes the shell of the person, which is no agent', async () => {
    const codes: (number | undefined)[] = [];
    await exits.clear(run);
    exits.watch(run, (code) => codes.push(code));
    expect(await terminal('(exit 7)')).toBe('shell::\n');
    await untilTrue(() => codes.length > 0);
    expect(codes).toEqual([7]);
    expect(existsSync(exits.of(run))).toBe(false);
  });

  it('is left to others by who gave its run up', async () => {
    const [codes, others]: (number | undefined)[][] = [[], []];
    const other = new ExitFiles(home);
    await exits.clear(run);
    exits.watch(run, (code) => codes?.push(code));
    exits.unwatch(run);
    await terminal('(exit 7)');
    other.watch(run, (code) => others?.push(code));
    await untilTrue(() => others?.length === 1);
    expect([codes, others]).toEqual([[], [7]]);
    other.dispose();
  });

  it('gives the agent its arguments as they are', async () => {
    await exits.clear(run);
    const nasty = '$(touch x) `id` "\'\n; exit 3';
    expect(await terminal('printf "%s|" "$@"', [nasty, '--'])).toBe(`${nasty}|--|shell::\n`);
  });

  it('outlives an interrupt that is meant for the agent', async () => {
    await exits.clear(run);
    expect(await terminal('kill -INT $$; echo on')).toBe('on\nshell::\n');
  });
});

describe.each(['/bin/sh', '/bin/bash'])('an agent in a terminal of %s', (program) => {
  /** What is on the screen of a terminal in which a command runs, the process of its shell, and its end. */
  const onTerminal = async (command: string) => {
    await exits.clear(run);
    const env = { PATH: process.env.PATH, SHELL: '/bin/echo', BECKON_EXIT: exits.of(run) };
    const pty = openPty(program, ['-c', terminalScript(command), 'sh', 'told'], { env });
    let screen = '';
    pty.onData((text) => {
      screen += text;
    });
    const ended = new Promise((resolve) => pty.onExit(resolve));
    return { pty, ended, screen: () => screen };
  };
  const exit = () => readFileSync(exits.of(run), 'utf8');
  const comesBack = `sh -c 'trap "echo back" CONT; kill -TSTP 0; read word; echo "$1 $word"; exit 7' sh "$@"`;

  it('comes back at once when it stops itself, as often as it does, and ends as it ends', async () => {
    const { pty, ended, screen } = await onTerminal(`${comesBack} || ${comesBack}`);
    await untilTrue(() => screen().includes('back'));
    pty.write('one\r');
    await untilTrue(() => screen().includes('told one') && screen().split('back').length === 3);
    pty.write('two\r');
    await ended;
    expect(screen()).toContain('told two');
    expect(exit()).toBe('7');
  });

  it('has the terminal until it is gone when it is ended with its shell, which starts nothing more', async () => {
    const slow = `sh -c 'trap "echo bye; exit" TERM; echo ready; while :; do sleep 0.01; done'`;
    const { pty, ended, screen } = await onTerminal(`${slow}; echo more`);
    await untilTrue(() => screen().includes('ready'));
    await endProcesses(await processesBelow(pty.pid));
    await ended;
    expect(screen()).toMatch(/bye\r\n(?:.*\r\n)?\r\n$/u);
    expect(screen()).not.toContain('more');
  });
});

describe('the shell of an agent', () => {
  const onLinux = it.runIf(process.platform === 'linux'); // only Linux tells what a shell left behind
  const sleeper = () => spawn('/bin/sleep', ['600']);
  const end = async (child: ReturnType<typeof sleeper>) => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  const shellFile = () => exits.of(run).replace(/exit$/u, 'shell');

  it('is known to the next window, until the agent or the shell has ended', async () => {
    const child = sleeper();
    await exits.clear(run);
    expect(await exits.shell(run)).toBeUndefined();
    await exits.keepShell(run, child.pid ?? 0, 'person');
    expect(await new ExitFiles(home).shell(run)).toMatchObject({ pid: child.pid, of: 'person' });
    expect(await exits.shell({ ...run, launches: 3 })).toBeUndefined();
    writeFileSync(exits.of(run), '0');
    // By now it is the person's own.
    expect(await exits.shell(run)).toBeUndefined();
    rmSync(exits.of(run));
    await end(child);
    expect(await exits.shell(run)).toBeUndefined();
  });

  it('is no other process that has its number, here or on another machine', async () => {
    await exits.clear(run);
    await exits.keepShell(run, process.pid, 'person');
    const [pid, start, domain] = readFileSync(shellFile(), 'utf8').split('\n');
    for (const text of [`${pid}\n1\n${domain}`, `${pid}\n${start}\nelsewhere`, `${pid}\n\n${domain}`, '']) {
      writeFileSync(shellFile(), text);
      expect(await exits.shell(run)).toBeUndefined();
    }
  });

  it('that is gone has taken the agent along, and leaves no file', async () => {
    const child = sleeper();
    const codes: (number | undefined)[] = [];
    await exits.clear(run);
    await exits.keepShell(run, child.pid ?? 0, 'person');
    exits.watch(run, (code) => codes.push(code));
    await end(child);
    await untilTrue(() => codes.length > 0);
    expect(codes).toEqual([undefined]);
    expect(existsSync(shellFile())).toBe(false);
  });

  onLinux('is over only when what it left behind is', async () => {
    await exits.clear(run);
    const pid = join(home, 'pid');
    const agent = `sh -c 'trap "" HUP; echo $$ >"${pid}"; exec sleep 600'`;
    const env = { PATH: process.env.PATH, BECKON_EXIT: exits.of(run) };
    const pty = openPty('/bin/sh', ['-c', terminalScript(agent), 'sh'], { env });
    await exits.keepShell(run, pty.pid, 'person');
    await untilTrue(() => existsSync(pid) && readFileSync(pid, 'utf8') !== '');
    const lived: Promise<boolean>[] = [];
    exits.watch(run, () => lived.push(isAlive(Number(readFileSync(pid, 'utf8')))));
    pty.kill('SIGKILL');
    await exits.closed(run);
    await untilTrue(() => lived.length > 0);
    expect(await Promise.all(lived)).toEqual([false]);
  });

  onLinux('is not over where it lives on without its terminal', async () => {
    await exits.clear(run);
    const env = { PATH: process.env.PATH, SHELL: '/bin/true', BECKON_EXIT: exits.of(run) };
    const pty = openPty('/bin/sh', ['-c', terminalScript('read word; exit 4'), 'sh'], { env });
    await exits.keepShell(run, pty.pid, 'person');
    const codes: (number | undefined)[] = [];
    exits.watch(run, (code) => codes.push(code));
    await exits.closed(run);
    expect([codes, await isAlive(pty.pid)]).toEqual([[], true]);
    pty.write('go\r');
    await untilTrue(() => codes.length > 0);
    expect(codes).toEqual([4]);
  });

  it('of an earlier start says nothing', async () => {
    await exits.clear(run);
    await exits.keepShell(run, process.pid, 'person');
    await exits.clear(run);
    expect(await exits.shell(run)).toBeUndefined();
  });
});

describe('the shell of an agent that ended at once', () => {
  it('leaves no file, though who it is was told late', async () => {
    await exits.clear(run);
    exits.watch(run, () => {});
    await exits.closed(run);
    await exits.keepShell(run, process.pid, 'person');
    expect(readdirSync(dirname(exits.of(run)))).toEqual([]);
    await exits.clear(run);
    await exits.keepShell(run, process.pid, 'person');
    expect(await exits.shell(run)).toMatchObject({ pid: process.pid });
  });
});

describe('the terminal of a start', () => {
  it('is known to have run from its first moment on, also where nobody was told of its shell', async () => {
    await exits.clear(run);
    expect(await exits.hasRun(run)).toBe(false);
    const pty = openPty('/bin/sh', ['-c', terminalScript('exec sleep 600'), 'sh'], {
      env: { PATH: process.env.PATH, BECKON_EXIT: exits.of(run) },
    });
    await untilTrue(() => exits.hasRun(run));
    expect(await new ExitFiles(home).hasRun(run)).toBe(true);
    pty.kill('SIGKILL');
  });

  it('is known to have run where its shell is known', async () => {
    await exits.clear(run);
    await exits.keepShell(run, process.pid, 'person');
    expect(await exits.hasRun(run)).toBe(true);
  });
});

describe('the files of ends', () => {
  it('are found by the next window', async () => {
    await exits.clear(run);
    await terminal('(exit 3)');
    const codes: (number | undefined)[] = [];
    exits.watch(run, (code) => codes.push(code));
    await untilTrue(() => codes.length > 0);
    expect(codes).toEqual([3]);
  });

  it('say nothing of an earlier start', async () => {
    await exits.clear(run);
    await terminal('(exit 3)');
    await exits.clear(run);
    expect(existsSync(exits.of(run))).toBe(false);
    expect(exits.of({ ...run, launches: 3 })).not.toBe(exits.of(run));
  });

  it('tell once, also where the shell was closed before it could write', async () => {
    const codes: (number | undefined)[] = [];
    await exits.clear(run);
    exits.watch(run, (code) => codes.push(code));
    await exits.closed(run);
    await exits.closed(run);
    expect(codes).toEqual([undefined]);
  });
});

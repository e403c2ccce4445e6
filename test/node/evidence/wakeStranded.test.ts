import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn as openPty } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Processes } from '../../../src/node/evidence/processes.ts';
import { untilTrue } from '../run/support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-stranded-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const stateOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /su, '')[0];

/** Looks once at an agent's process, as is done every second. */
async function look(pid: number): Promise<void> {
  const processes = new Processes({ missed: async () => true });
  const agent = { program: 'p', session: 's', pid };
  processes.watch(agent, [agent]);
  await processes.sweep();
}

describe('an agent that is stopped', () => {
  const onLinux = it.runIf(process.platform === 'linux'); // only Linux tells who is stopped, and in which terminal
  /** A terminal whose shell runs an agent that stops itself when it is told to, and says when it goes on. */
  const onTerminal = async () => {
    const agent = `trap "" HUP; echo $$ >pid; until [ -e stop ]; do sleep 0.01; done; kill -STOP $$; echo >on; exec sleep 600`;
    writeFileSync(at('agent'), agent);
    const env = { PATH: process.env.PATH };
    const pty = openPty('/bin/sh', ['-c', 'sh agent; sleep 600'], { cwd: folder, env });
    const closed = new Promise((resolve) => pty.onExit(resolve));
    await untilTrue(() => existsSync(at('pid')) && readFileSync(at('pid'), 'utf8') !== '');
    const pid = Number(readFileSync(at('pid'), 'utf8'));
    onTestFinished(() => {
      pty.kill('SIGKILL');
      process.kill(pid, 'SIGKILL');
    });
    const stop = async () => {
      writeFileSync(at('stop'), '');
      await untilTrue(() => stateOf(pid) === 'T');
    };
    return { pid, pty, closed, stop };
  };

  onLinux('as its terminal closes goes on, so that it can end: no shell is there to tell it to', async () => {
    const { pid, pty, closed, stop } = await onTerminal();
    pty.kill('SIGKILL');
    await closed;
    await stop();
    await look(pid);
    await untilTrue(() => existsSync(at('on')));
  });

  onLinux('in its terminal is left to the person', async () => {
    const { pid, stop } = await onTerminal();
    await stop();
    await look(pid);
    expect(stateOf(pid)).toBe('T');
  });

  onLinux('and never had a terminal is left to whoever stopped it', async () => {
    const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await untilTrue(() => stateOf(pid) === 'T');
    await look(pid);
    expect(stateOf(pid)).toBe('T');
  });
});

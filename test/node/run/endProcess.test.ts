import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAlive, processStart } from '../../../src/node/evidence/processTable.ts';
import { endProcess, endProcesses } from '../../../src/node/run/endProcess.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});

/** A shell that has come as far as its `echo`. */
async function shell(script: string): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child as ChildProcess & { readonly pid: number };
}

const gone = (child: ChildProcess) =>
  child.signalCode || child.exitCode !== null ? true : once(child, 'exit');
const quiet = 'echo; while :; do sleep 0.1; done';

describe('the end of a process', () => {
  it('is polite: it may tidy up', async () => {
    const child = await shell(`trap 'exit 5' TERM; ${quiet}`);
    expect(await endProcess(child.pid, (await processStart(child.pid)) ?? '')).toBe(true);
    await gone(child);
    expect(child.exitCode).toBe(5);
  });

  it('comes for one that does not listen', async () => {
    const child = await shell(`trap '' TERM; ${quiet}`);
    expect(await endProcess(child.pid, (await processStart(child.pid)) ?? '', 100)).toBe(true);
    await gone(child);
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('needs no start where it is a child of this process', async () => {
    const child = await shell(quiet);
    expect(await endProcess(child.pid, 'own')).toBe(true);
  });

  it('comes for several at once, and for none of which it is not known when it began', async () => {
    const [known, unknown] = [await shell(quiet), await shell(quiet)];
    const start = await processStart(known.pid);
    await endProcesses([{ pid: known.pid, ...(start ? { start } : {}) }, { pid: unknown.pid }]);
    expect(await Promise.all([known, unknown].map(({ pid }) => isAlive(pid)))).toEqual([false, true]);
  });

  it('comes for what was started after it was asked to end', async () => {
    const child = await shell(`trap 'sleep 600 >/dev/null & echo $!; wait' TERM; ${quiet}`);
    const started = new Promise<number>((resolve) =>
      child.stdout?.once('data', (data) => resolve(Number(data))),
    );
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    const ending = endProcess(child.pid, 'own', 500);
    const late = await started;
    clock.mockReturnValue(now + 500);
    expect(await ending).toBe(true);
    clock.mockRestore();
    expect(await isAlive(late)).toBe(false);
  });

  it('is over where the process is gone', async () => {
    const child = await shell('echo');
    await gone(child);
    expect(await endProcess(child.pid, 'own')).toBe(true);
  });

  it('leaves another process of the same id alone', async () => {
    const child = await shell(quiet);
    expect(await endProcess(child.pid, 'another time', 100)).toBe(true);
    expect(await isAlive(child.pid)).toBe(true);
  });

  it('leaves what the process started alone', async () => {
    const child = spawn('/bin/sh', ['-c', `sleep 600 >/dev/null & echo $!; ${quiet}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    children.push(child);
    const [line] = await once(child.stdout, 'data');
    const other = Number(String(line).split('\n')[0]);
    expect(await endProcess(child.pid as number, 'own')).toBe(true);
    expect(await isAlive(other)).toBe(true);
    process.kill(other, 'SIGKILL');
  });

  it.each([1, 0, -1, -12345, 1.5, Number.NaN, process.pid])('never comes for %s', async (pid) => {
    // Nothing is sent, also where the guard is gone: these are the machine, its groups and this test.
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    try {
      expect(await endProcess(pid, 'own', 0)).toBe(false);
      expect(kill.mock.calls.filter(([, signal]) => signal !== 0)).toEqual([]);
    } finally {
      kill.mockRestore();
    }
  });
});

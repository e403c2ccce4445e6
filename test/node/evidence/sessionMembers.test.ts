import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processStart } from '../../../src/node/evidence/processTable.ts';
import { sessionMembers } from '../../../src/node/evidence/sessionMembers.ts';

describe('the session of a shell', () => {
  const onLinux = it.runIf(process.platform === 'linux'); // only Linux tells whose session a process is in

  onLinux('has the shell also before that has begun it', async () => {
    const shell = spawn('/bin/sleep', ['600']);
    onTestFinished(() => void shell.kill('SIGKILL'));
    const pid = shell.pid ?? 0;
    const start = (await processStart(pid)) ?? '';
    expect((await sessionMembers({ pid, start })).map((one) => one.pid)).toEqual([pid]);
    expect(await sessionMembers({ pid, start: `${start}0` })).toEqual([]);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownNode, repository } from '../support/runProgram.ts';

/** What an extension host does: it starts the server over IPC, and tells of it once it answers. */
const host = `
const { fork } = require('node:child_process');
const args = ['--node-ipc', '--clientProcessId=' + process.pid];
const server = fork(process.argv[1], args, { execArgv: [], silent: true });
server.on('message', () => console.log(server.pid));
const params = { processId: process.pid, rootUri: null, capabilities: {} };
server.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
`;

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the language server in a process of its own', () => {
  it('is gone when the window is, however that went', async () => {
    const parent = spawn(ownNode, ['-e', host, join(repository, 'dist/server.cjs')]);
    const [said] = await once(parent.stdout, 'data');
    const pid = Number(said);
    expect(isThere(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isThere(pid), { timeout: 9000 }).toBe(false);
  });
});

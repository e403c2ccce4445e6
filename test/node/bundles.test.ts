import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownNode, repository, runProgram } from '../support/runProgram.ts';

const beckon = (...args: string[]) => runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args]);

describe('the command line, as it is shipped, on the person’s own Node', () => {
  it('plays the demo', async () => {
    const { code, out, err } = await beckon('demo', '--fast');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('needs you · Bash npm run e2e');
  });

  it('knows its version', async () => {
    expect(await beckon('--version')).toEqual({ code: 0, out: '0.1.0\n', err: '' });
  });

  it('says in one line what is wrong with a call', async () => {
    const { code, out, err } = await beckon('nonsense');
    expect([code, out]).toEqual([2, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('runs in a folder that was deleted meanwhile', async () => {
    const program = join(repository, 'dist/beckon.cjs');
    const script = `d=$(mktemp -d) && cd "$d" && rmdir "$d" && exec "$0" "$1" --version`;
    const { code, out } = await runProgram('bash', ['-c', script, ownNode, program]);
    expect([code, out]).toEqual([0, '0.1.0\n']);
  });

  it('ends quietly when nobody reads it any more', async () => {
    const child = spawn(ownNode, [join(repository, 'dist/beckon.cjs'), 'demo', '--fast']);
    child.stdout.destroy();
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      err += chunk;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, err]).toEqual([0, '']);
  });
});

describe('the language server, as it is shipped', () => {
  it('answers over standard input and output', async () => {
    const params = { processId: null, rootUri: null, capabilities: {} };
    const messages = [
      { id: 1, method: 'initialize', params },
      { id: 2, method: 'shutdown' },
      { method: 'exit' },
    ];
    const input = messages
      .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
      .map((text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
      .join('');
    const program = [join(repository, 'dist/server.cjs'), '--stdio'];
    const { code, out } = await runProgram(ownNode, program, { input, keepOpen: true });
    expect(code).toBe(0);
    expect(out).toContain('"serverInfo":{"name":"beckon"}');
  });
});

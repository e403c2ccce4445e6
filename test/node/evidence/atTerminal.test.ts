import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type IPty, spawn } from '@lydell/node-pty';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastInputAt } from '../../../src/node/evidence/atTerminal.ts';
import { showsDialog } from '../../../src/programs/claudeCode/node/dialog.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-terminal-'));
  vi.stubEnv('CLAUDE_CONFIG_DIR', join(root, 'usual'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

describe('a dialog in a terminal', () => {
  const keep = (folder: string, text: string) => {
    const file = join(root, folder, 'sessions', '42.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const waiting = '{"pid":42,"status":"waiting","waitingFor":"dialog open"}';
  const idle = '{"pid":42,"status":"idle"}';

  it.each([
    ['waits', waiting, true],
    ['is idle', idle, false],
    ['is torn', waiting.slice(0, 20), false],
    ['is no object', 'null', false],
  ])('is told where the session file %s', async (_, text, expected) => {
    keep('usual', text);
    expect(await showsDialog({ pid: 42 })).toBe(expected);
  });

  it('is looked for where the agent keeps its own files, before all others', async () => {
    const transcript = join(root, 'own', 'projects', '-w', 'a.jsonl');
    keep('usual', idle);
    expect(await showsDialog({ pid: 42, transcript })).toBe(false);
    keep('own', waiting);
    expect(await showsDialog({ pid: 42, transcript })).toBe(true);
  });

  it('is not known without a file, or a process', async () => {
    expect([await showsDialog({ pid: 42 }), await showsDialog({})]).toEqual([false, false]);
  });
});

describe('what is typed into a terminal', () => {
  let pty: IPty | undefined;
  afterEach(() => pty?.kill('SIGKILL'));

  it('is noted by Linux, in steps of eight seconds, and by no other system', async () => {
    const begunAt = Date.now();
    pty = spawn('/bin/cat', [], {});
    let shown = '';
    pty.onData((text) => {
      shown += text;
    });
    pty.write('x\r');
    // Twice: the terminal echoes it before its program is there, and only the second one is the program's.
    await until(() => shown.split('x').length, 3);
    const at = await lastInputAt({ pid: pty.pid });
    if (process.platform !== 'linux') {
      expect(at).toBeUndefined();
      return;
    }
    expect(at).toBeGreaterThan(begunAt - 9000);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('is not known of a process without a terminal, or of none', async () => {
    const sleeper = new Sleeper();
    expect([await lastInputAt({ pid: sleeper.pid }), await lastInputAt({})]).toEqual([undefined, undefined]);
    await sleeper.kill();
  });
});

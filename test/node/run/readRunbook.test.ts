import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxRunbookLength } from '../../../src/core/runbook/parseRunbook.ts';
import { readRunbook, runbookPath, runbookSurroundings } from '../../../src/node/run/readRunbook.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-runbook-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(content: string | Uint8Array): void {
  mkdirSync(join(folder, '.agents'));
  writeFileSync(runbookPath(folder), content);
}

async function codes(): Promise<string[] | undefined> {
  return (await readRunbook(folder))?.problems.map(({ code }) => code);
}

describe('readRunbook', () => {
  it('reads .agents/runbook.yaml of a folder', async () => {
    write('agents: { a: { run: claude } }\n');
    const read = await readRunbook(folder);
    expect([read?.problems, read?.runbook?.agents.get('a')?.run]).toEqual([[], 'claude']);
  });

  it('reads it through a link, and behind a byte order mark', async () => {
    write('');
    writeFileSync(join(folder, 'real'), '\uFEFFagents: { a: { run: claude } }');
    rmSync(runbookPath(folder));
    symlinkSync('../real', runbookPath(folder));
    expect(await codes()).toEqual([]);
  });

  it('finds none in a folder without one, and in one that is not there', async () => {
    expect(await readRunbook(folder)).toBeUndefined();
    expect(await readRunbook(join(folder, 'gone'))).toBeUndefined();
    writeFileSync(join(folder, '.agents'), 'a file');
    expect(await readRunbook(folder)).toBeUndefined();
  });

  it('tells of problems in it', async () => {
    write('agents: { a: {} }');
    expect(await codes()).toEqual(['runbook.missing-run']);
  });

  it.each([
    ['Latin-1', Buffer.from('# caf\u00e9', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFagents: {}', 'utf16le')],
    ['junk', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0xfe, 0x00])],
  ])('says that %s is not UTF-8', async (_, bytes) => {
    write(bytes);
    expect(await codes()).toEqual(['runbook.not-utf8']);
  });

  it('says that a folder is no file', async () => {
    mkdirSync(runbookPath(folder), { recursive: true });
    expect(await codes()).toEqual(['runbook.unreadable']);
  });

  it('does not wait for a pipe', async () => {
    mkdirSync(join(folder, '.agents'));
    expect(spawnSync('mkfifo', [runbookPath(folder)]).status).toBe(0);
    expect(await codes()).toEqual(['runbook.unreadable']);
  });

  it('says that a link leads to itself', async () => {
    mkdirSync(join(folder, '.agents'));
    symlinkSync('runbook.yaml', runbookPath(folder));
    expect(await readRunbook(folder)).toMatchObject({
      problems: [{ code: 'runbook.unreadable', message: expect.stringContaining('leads to itself') }],
    });
  });

  it('does not read more than 1 MB', async () => {
    // Bytes count, which are known before the file is read.
    write(`#${'\u00e9'.repeat(maxRunbookLength / 2)}`);
    expect(await codes()).toEqual(['runbook.too-large']);
  });
});

describe('runbookSurroundings', () => {
  it('tells of bytes that are no UTF-8, of programs that are not answered, and of nothing else', async () => {
    expect(await runbookSurroundings(runbookPath(folder), [])).toBeNull();
    write(Buffer.from('agents: { a: { run: "caf\xe9" } }\n', 'latin1'));
    expect(await runbookSurroundings(runbookPath(folder), [])).toEqual({
      folder: '.agents',
      others: [],
      notUtf8: true,
    });
    writeFileSync(runbookPath(folder), 'agents: { a: { run: "café" } }\n');
    expect(await runbookSurroundings(runbookPath(folder), [])).toBeNull();
    expect(await runbookSurroundings(folder, [])).toBeNull();
    expect(await runbookSurroundings(folder, ['shy'])).toMatchObject({ unanswered: ['shy'] });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasConversation } from '../../../../src/programs/claudeCode/node/conversation.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-talk-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const session = '0b0f2f6e-0000-4000-8000-000000000001';
const user = '{"type":"user","message":{"role":"user","content":"hello"}}\n';

function transcript(project: string, text: string, name = session): string {
  const file = join(root, 'projects', project, `${name}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const has = (folder: string, which = session) => hasConversation(root, folder, which);

describe('a conversation', () => {
  it.each([
    ['a user', user],
    ['an assistant', '{"type":"assistant"}\n'],
    ['a user after other records', `{"type":"mode"}\nnonsense "user"\n"user"\nnull\n${user}`],
    ['a user on a line that is not ended yet', user.trim()],
  ])('is there when %s spoke', async (_, text) => {
    transcript('-w-api', text);
    expect(await has('/w/api')).toBe(true);
  });

  it.each([
    ['is empty', ''],
    ['has only records of other kinds', '{"type":"mode"}\n{"type":"summary","of":"user"}\n'],
    ['holds nothing whole', user.slice(0, 20)],
  ])('is not there when its transcript %s', async (_, text) => {
    transcript('-w-api', text);
    expect(await has('/w/api')).toBe(false);
  });

  it('is there where its agent said that it writes, if the name is that of the session', async () => {
    const elsewhere = (name: string) => {
      const file = join(root, 'elsewhere', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, user);
      return hasConversation(join(root, 'none'), '/w/api', session, file);
    };
    expect(await elsewhere(`${session}.jsonl`)).toBe(true);
    expect(await elsewhere('notes.jsonl')).toBe(false);
  });

  it('is not there without a transcript, nor for another session', async () => {
    expect(await has('/w/api')).toBe(false);
    transcript('-w-api', user);
    writeFileSync(join(root, 'projects', 'a file'), user);
    expect(await has('/w/api', '0b0f2f6e-0000-4000-8000-000000000002')).toBe(false);
    expect(await has('/w/api', session.slice(0, -1))).toBe(false);
  });

  it('is looked for under a name, never a path', async () => {
    transcript('other', user);
    mkdirSync(join(root, 'projects', '-w-api'));
    for (const odd of [`../other/${session}`, '', '.', '..', 'a/b', 'a\0b']) {
      expect(await has('/w/api', odd)).toBe(false);
    }
  });

  it.each(['-w----x-', `-${'a'.repeat(199)}-x7k2`, '-elsewhere'])('is found in %s', async (project) => {
    // How Claude Code names a folder is not always known, and an agent may have begun in another one.
    transcript('-w-api', '');
    transcript(project, user);
    expect(await has('/w/api')).toBe(true);
  });

  it('does not wait for a pipe, and takes no folder for a file', async () => {
    const file = transcript('-w-api', user);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    expect(await has('/w/api')).toBe(false);
    rmSync(file);
    mkdirSync(file);
    expect(await has('/w/api')).toBe(false);
  });
});

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasConversation } from '../../../../src/programs/qwenCode/node/conversation.ts';
import { seenQwen } from '../../../../src/programs/qwenCode/node/findQwen.ts';
import { qwenEvidence } from '../../../../src/programs/qwenCode/node/qwenEvidence.ts';
import { chatFile, qwenFolder } from '../../../../src/programs/qwenCode/node/qwenHome.ts';
import { trusts } from '../../../../src/programs/qwenCode/node/settingsFiles.ts';
import { parseQwenCode } from '../../../../src/programs/qwenCode/pure/hookEvents.ts';
import { play } from '../../../support/claude.ts';
import { holdClock } from '../../../support/heldClock.ts';
import { rosterOf } from '../../../support/rosterState.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'beckon-qwen-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the files of Qwen Code', () => {
  it('lie in the home, or where QWEN_HOME says', () => {
    const folder = (QWEN_HOME?: string) => qwenFolder({ HOME: home, ...(QWEN_HOME ? { QWEN_HOME } : {}) });
    expect([folder(), folder('/q'), folder('~/q')]).toEqual([join(home, '.qwen'), '/q', join(home, 'q')]);
  });

  it('tell of a conversation in which something was said', async () => {
    const search = { env: { HOME: home }, folder: '/w/my app', session: 's-1' };
    const file = chatFile(join(home, '.qwen'), '/w/my app', 's-1') ?? '';
    expect(file).toBe(join(home, '.qwen', 'projects', '-w-my-app', 'chats', 's-1.jsonl'));
    const head = { uuid: 'u', sessionId: 's-1', timestamp: '2026-11-15T23:44:04.468Z' };
    expect(await hasConversation(search)).toBe(false);
    write(file, `${JSON.stringify({ ...head, type: 'system', subtype: 'slash_command' })}\n`);
    expect(await hasConversation(search)).toBe(false);
    write(file, `${JSON.stringify({ ...head, type: 'user', message: { parts: [{ text: 'Hi' }] } })}\n`);
    expect(await hasConversation(search)).toBe(true);
    expect(await hasConversation({ ...search, folder: '/w' })).toBe(false);
    expect(await hasConversation({ ...search, folder: '/w', transcript: file })).toBe(true);
    expect(await hasConversation({ ...search, session: '../s-1' })).toBe(false);
  });

  it('tell of a new title, also where more was heard before they were read', async () => {
    const clock = holdClock();
    const file = join(home, 's1.jsonl');
    const title = (customTitle: string) => {
      const timestamp = new Date().toISOString();
      const record = {
        uuid: customTitle,
        timestamp,
        subtype: 'custom_title',
        systemPayload: { customTitle },
      };
      return `${JSON.stringify(record)}\n`;
    };
    const heard = (id: string) =>
      parseQwenCode(
        { session_id: 's1', hook_event_name: 'UserPromptSubmit', transcript_path: file },
        { id, at: Date.now() },
      );
    let { state } = play([heard('h1')]);
    write(file, title('First'));
    const evidence = qwenEvidence({
      env: {},
      agents: () => rosterOf(state),
      tell: (event) => {
        state = play([event], state).state;
      },
    });
    const shown = () => state.agents.get('qwen-code:s1')?.facts.title;
    evidence.start();
    await clock.until(() => shown() === 'First');
    appendFileSync(file, title('Second'));
    vi.setSystemTime(Date.now() + 300);
    state = play([heard('h2')], state).state;
    evidence.changed([]);
    for (let beat = 0; beat < 5; beat++) await clock.pass(1000);
    await evidence.dispose();
    expect(shown()).toBe('Second');
  });

  it('tell of folders that are trusted only where the person wants to be asked for trust', async () => {
    const search = (folders: readonly string[]) =>
      trusts({ scope: 'local', workspace: '/w', env: { HOME: home }, file: '', folders });
    expect(await search(['/w'])).toBe('unknown');
    write(
      join(home, '.qwen/settings.json'),
      '// mine\n{ "security": { "folderTrust": { "enabled": true } } }',
    );
    expect(await search(['/w', '/'])).toBe('untrusted');
    write(join(home, '.qwen/trustedFolders.json'), {
      '/w': 'TRUST_FOLDER',
      '/w/no': 'DO_NOT_TRUST',
      '/x/y': 'TRUST_PARENT',
    });
    expect(await search(['/w/a', '/w', '/'])).toBe('trusted');
    expect(await search(['/w/no', '/w', '/'])).toBe('untrusted');
    expect(await search(['/x/z', '/x', '/'])).toBe('trusted');
    const own = { scope: 'user', workspace: '/w', env: { HOME: home }, file: '', folders: ['/w'] } as const;
    expect(await trusts(own)).toBe('unknown');
  });

  it('tell the version of the one that is installed', async () => {
    const bin = join(home, '.local/bin/qwen');
    write(join(dirname(bin), 'package.json'), { name: '@qwen-code/qwen-code', version: '0.24.4' });
    expect(await seenQwen({ HOME: home, PATH: '' })).toEqual({ isHere: false, version: undefined });
    writeFileSync(bin, '#!/bin/sh\n', { mode: 0o755 });
    expect(await seenQwen({ HOME: home, PATH: '' })).toEqual({ isHere: true, version: '0.24.4' });
  });
});

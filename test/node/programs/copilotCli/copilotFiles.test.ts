import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../../src/node/entries/installEntriesIn.ts';
import { uninstallEntriesIn } from '../../../../src/node/entries/uninstallEntriesIn.ts';
import { hasConversation } from '../../../../src/programs/copilotCli/node/conversation.ts';
import { CopilotFollower } from '../../../../src/programs/copilotCli/node/copilotFollower.ts';
import { copilotCliEntries, entries } from '../../../../src/programs/copilotCli/node/entries.ts';
import { openWorkshop, type Workshop } from '../../entries/workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const home = () => shop.env.HOME ?? '';
describe('the entries of Copilot CLI', () => {
  it('for a folder in a repository go to its top, where alone they are looked for, and leave nothing behind', async () => {
    shop.git(shop.workspace, 'init', '--quiet');
    const workspace = join(shop.workspace, 'packages', 'api');
    mkdirSync(workspace, { recursive: true });
    const place = { program: copilotCliEntries, scope: 'local', workspace, env: shop.env } as const;
    const file = join(shop.workspace, '.github', 'hooks', 'beckon.json');
    expect(await installEntriesIn({ ...place, ensureRelay: async () => {} })).toMatchObject({
      outcome: 'installed',
      file,
    });
    expect(shop.git(shop.workspace, 'status', '--porcelain', '--untracked-files=all')).not.toContain(
      'beckon.json',
    );
    expect(await uninstallEntriesIn(place)).toMatchObject({ outcome: 'deleted', file });
    expect(existsSync(join(shop.workspace, '.github'))).toBe(false);
  });

  it('run only in folders that the person trusts', async () => {
    const config = join(home(), '.copilot', 'config.json');
    const trusts = (scope: 'local' | 'user') =>
      entries.trusts({ scope, folders: ['/w/api', '/w'], workspace: '/w/api', file: '', env: shop.env });
    expect(await trusts('local')).toBe('unknown');
    shop.write(config, '// managed\n{ "trustedFolders": ["/elsewhere"] }');
    expect([await trusts('local'), await trusts('user')]).toEqual(['untrusted', 'unknown']);
    shop.write(config, '{ "trustedFolders": ["/w"] }');
    expect(await trusts('local')).toBe('trusted');
  });
});

describe('the hooks of Copilot CLI', () => {
  it.each([
    ['.github/copilot/settings.local.json', '{ "disableAllHooks": true }', 'disableAllHooks'],
    ['.claude/settings.json', '{ "disableAllHooks": true }', 'disableAllHooks'],
    ['.github/copilot/settings.json', '{ "disableAllHooks": false }', undefined],
    ['.github/copilot/settings.json', '{ "disable', undefined],
  ])('are switched off by the repository: %s', async (name, text, key) => {
    const file = shop.write(join(shop.workspace, name), text);
    const off = await entries.switchedOff?.({ scope: 'local', workspace: shop.workspace, env: shop.env });
    expect(off).toEqual(key && { file, key });
  });
});

describe('the conversations of Copilot CLI', () => {
  const line = (type: string, data: object = {}) =>
    `${JSON.stringify({ type, data, id: type, timestamp: new Date(5).toISOString() })}\n`;

  it('are there once somebody said something', async () => {
    const has = () => hasConversation(join(home(), '.copilot'), 's');
    const file = join(home(), '.copilot', 'session-state', 's', 'events.jsonl');
    expect(await has()).toBe(false);
    shop.write(file, line('session.start'));
    expect(await has()).toBe(false);
    appendFileSync(file, line('user.message'));
    expect(await has()).toBe(true);
    expect(await hasConversation(join(home(), '.copilot'), '../s')).toBe(false);
  });

  it('tell what is new, with their titles', async () => {
    const file = join(home(), 'state', 'events.jsonl');
    shop.write(file, line('session.start', { selectedModel: 'm' }) + line('abort'));
    const follower = new CopilotFollower(file, 's');
    const told = async () => (await follower.read()).map(({ type, facts }) => [type, facts]);
    expect(await told()).toEqual([
      ['noted', { model: 'm' }],
      ['turnInterrupted', undefined],
    ]);
    expect(await told()).toEqual([]);
    writeFileSync(join(dirname(file), 'workspace.yaml'), 'name: Fix it\n');
    appendFileSync(file, line('session.error', { message: 'Oh no' }));
    expect(await told()).toEqual([
      ['turnFailed', undefined],
      ['noted', { title: 'Fix it' }],
    ]);
  });
});

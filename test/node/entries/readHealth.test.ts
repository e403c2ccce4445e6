import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { readHealth } from '../../../src/node/entries/readHealth.ts';
import { processStart } from '../../../src/node/evidence/processTable.ts';
import { seenClaude } from '../../../src/programs/claudeCode/node/seenClaude.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const install = (scope: 'local' | 'project' | 'user' = 'local') =>
  installEntriesIn({
    program: claudeCodeHere,
    scope,
    workspace: shop.workspace,
    env: shop.env,
    ensureRelay: async () => {},
  });
const health = async (more: Partial<Parameters<typeof readHealth>[0]> = {}) => {
  const result = await readHealth({
    program: claudeCodeHere,
    scope: undefined,
    workspace: shop.workspace,
    env: shop.env,
    managedSettings: [join(shop.root, 'managed.json')],
    ...more,
  });
  return [result.scope, ...result.findings.map(({ name }) => name)];
};
const home = (path: string) => join(shop.env.HOME ?? '', path);
/** A Claude Code of this version runs from now on. */
const run = (version: string) =>
  shop.write(home(`.claude/sessions/${process.pid}.json`), JSON.stringify({ version }));

/** Well after what is installed in a test. */
const tomorrow = { now: Date.now() + 25 * 60 * 60 * 1000 };

describe('health, from the disk', () => {
  it.each(['local', 'project', 'user'] as const)('finds an install at %s scope by itself', async (scope) => {
    await install(scope);
    expect(await health()).toEqual([scope]);
  });

  it('is content with the entries of one scope where those of another are gone', async () => {
    await install('local');
    await install('user');
    rmSync(shop.local);
    expect(await health()).toEqual(['user']);
  });

  it('does not call an install outdated that was made before any Claude Code was seen', async () => {
    await install();
    run('2.1.325');
    expect(await health()).toEqual(['local']);
  });

  it('does not take a Claude Code that comes and goes for a loss', async () => {
    run('2.1.139');
    await install();
    run('2.1.325');
    expect(await health(tomorrow)).toEqual(['local', 'outdated']);
    expect(await install()).toMatchObject({ outcome: 'repaired' });
    rmSync(home('.claude'), { recursive: true });
    expect(await health()).toEqual(['local']);
    expect(await install()).toMatchObject({ outcome: 'unchanged' });
  });

  it.each(['at its own path', 'through a link'])(
    'tells at the top of a repository, found %s, that its entries are outdated',
    async (how) => {
      shop.git(shop.workspace, 'init', '-q');
      run('2.1.139');
      await install();
      run('2.1.325');
      const link = join(shop.root, 'link');
      symlinkSync(shop.workspace, link);
      const workspace = how === 'through a link' ? link : shop.workspace;
      expect(await health({ workspace, ...tomorrow })).toEqual(['local', 'outdated']);
      const below = join(shop.workspace, 'below');
      mkdirSync(below);
      expect(await health({ workspace: below, ...tomorrow })).toEqual(['local']);
    },
  );

  it('does not call an install of today outdated when an older Claude Code ends, or a newer one comes', async () => {
    run('2.1.139');
    await install();
    run('2.1.325');
    expect(await health()).toEqual(['local']);
  });

  it('misses a Claude Code that is neither installed nor runs', async () => {
    await install();
    rmSync(home('.local/bin/claude'));
    expect(await health()).toEqual(['local', 'program-missing']);
    expect(await health({ hasProgram: true })).toEqual(['local']);
    run('2.1.139');
    expect(await health()).toEqual(['local']);
    rmSync(home('.claude'), { recursive: true });
    shop.write(home('bin/claude'), '');
    const env = { ...shop.env, PATH: home('bin') };
    expect(await health({ env })).toEqual(['local', 'program-missing']);
    chmodSync(home('bin/claude'), 0o755);
    expect(await health({ env })).toEqual(['local']);
  });

  it('asks for the local file where there is nothing', async () => {
    expect(await health()).toEqual(['local', 'not-installed']);
    expect(await health({ scope: 'user' })).toEqual(['user', 'not-installed']);
  });

  it('tells a loss from an install that never was', async () => {
    await install();
    rmSync(shop.local);
    expect(await health()).toEqual(['local', 'lost']);
  });

  it('sees the settings of the administrator and of other scopes', async () => {
    await install();
    shop.write(join(shop.root, 'managed.json'), '{"allowManagedHooksOnly":true}');
    shop.write(home('.claude/settings.json'), '{"disableAllHooks":true}');
    expect(await health()).toEqual(['local', 'disableAllHooks', 'managed-only']);
  });

  it('sees the files the administrator dropped in, of which the last one wins', async () => {
    await install();
    const drop = (name: string, text: string) =>
      shop.write(join(shop.root, 'managed-settings.d', name), text);
    shop.write(join(shop.root, 'managed.json'), '{"disableAllHooks":false}');
    drop('.hidden.json', '{"allowManagedHooksOnly":true}');
    drop('note.txt', '{"allowManagedHooksOnly":true}');
    drop('10-a.json', '{"disableAllHooks":true}');
    expect(await health()).toEqual(['local', 'disableAllHooks']);
    drop('20-b.json', '{"disableAllHooks":false,"strictPluginOnlyCustomization":["hooks"]}');
    expect(await health()).toEqual(['local', 'managed-only']);
  });

  it('misses a relay that is not there or cannot run', async () => {
    await install();
    chmodSync(home('.beckon/bin/claude-code'), 0o644);
    expect(await health()).toEqual(['local', 'relay-missing']);
    rmSync(home('.beckon/bin/claude-code'));
    expect(await health()).toEqual(['local', 'relay-missing']);
  });

  it('reads from Claude Code’s own file whether a folder is trusted', async () => {
    await install();
    const trust = (folders: Record<string, boolean>, file = home('.claude.json')) =>
      shop.write(
        file,
        JSON.stringify({
          projects: Object.fromEntries(
            Object.entries(folders).map(([folder, value]) => [folder, { hasTrustDialogAccepted: value }]),
          ),
        }),
      );
    trust({});
    expect(await health()).toEqual(['local', 'untrusted-folder']);
    trust({ [shop.workspace]: false });
    expect(await health()).toEqual(['local', 'untrusted-folder']);
    trust({ [shop.workspace]: true });
    expect(await health()).toEqual(['local']);
    trust({ [shop.root]: true });
    expect(await health()).toEqual(['local']);
    const env = { ...shop.env, CLAUDE_CONFIG_DIR: join(shop.root, 'config') };
    trust({}, join(shop.root, 'config/.claude.json'));
    expect(await health({ env })).toEqual(['local', 'untrusted-folder']);
    shop.write(home('.claude.json'), 'torn');
    expect(await health()).toEqual(['local']);
  });

  it('names events a running Claude Code is too old for', async () => {
    await install();
    shop.write(home(`.claude/sessions/${process.pid}.json`), '{"version":"2.1.80"}');
    expect(await health()).toEqual(['local', 'unknown-event']);
    expect(await install()).toMatchObject({ outcome: 'repaired' });
    expect(await health()).toEqual(['local']);
  });
});

describe('the version of Claude Code', () => {
  it('is not known where nothing tells of it', async () => {
    expect((await seenClaude(shop.env)).version).toBeUndefined();
  });

  it('comes from conversations that run, the oldest first, not from files of killed ones', async () => {
    shop.write(home(`.claude/sessions/${process.pid}.json`), '{"version":"2.1.325"}');
    shop.write(home('.claude/sessions/1.json'), '{"version":"2.1.99"}');
    shop.write(home('.claude/sessions/999999999.json'), '{"version":"1.0.1"}');
    shop.write(home('.claude/sessions/torn.json'), '{');
    expect((await seenClaude(shop.env)).version).toBe('2.1.99');
  });

  it('does not come from the file of a killed one whose id another process has got', async () => {
    const start = await processStart(process.pid);
    const session = (more: object) =>
      shop.write(
        home(`.claude/sessions/${process.pid}.json`),
        JSON.stringify({ version: '2.1.80', ...more }),
      );
    // Only Linux tells the start as Claude Code writes it; elsewhere the file is too old for the process.
    session({ procStart: '1', startedAt: 1 });
    expect((await seenClaude(shop.env)).version).toBeUndefined();
    session({ procStart: start, startedAt: Date.now() });
    expect((await seenClaude(shop.env)).version).toBe('2.1.80');
  });

  it('comes from the program on the PATH, installed by npm or by itself', async () => {
    const bin = join(shop.root, 'bin');
    mkdirSync(bin);
    const env = { ...shop.env, PATH: bin };
    const pack = join(shop.root, 'lib/node_modules/@anthropic-ai/claude-code');
    shop.write(join(pack, 'package.json'), '{"version":"2.1.200"}');
    const program = (path: string) => {
      chmodSync(shop.write(path, ''), 0o755);
      return path;
    };
    symlinkSync(program(join(pack, 'cli.js')), join(bin, 'claude'));
    expect((await seenClaude(env)).version).toBe('2.1.200');
    rmSync(join(bin, 'claude'));
    symlinkSync(program(join(shop.root, 'share/claude/versions/2.1.300')), join(bin, 'claude'));
    expect((await seenClaude(env)).version).toBe('2.1.300');
  });
});

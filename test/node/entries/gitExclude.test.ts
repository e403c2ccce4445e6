import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { readHealth } from '../../../src/node/entries/readHealth.ts';
import { uninstallEntriesIn } from '../../../src/node/entries/uninstallEntriesIn.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
let exclude: string;
beforeEach(() => {
  shop = openWorkshop();
  exclude = join(shop.workspace, '.git/info/exclude');
});
afterEach(() => shop.remove());

const install = (workspace = shop.workspace, scope: 'local' | 'project' = 'local') =>
  installEntriesIn({ program: claudeCodeHere, scope, workspace, env: shop.env, ensureRelay: async () => {} });
const uninstall = (workspace = shop.workspace) =>
  uninstallEntriesIn({ program: claudeCodeHere, scope: 'local', workspace, env: shop.env });
const untracked = (folder: string) => shop.git(folder, 'status', '--porcelain', '-uall');

function repository(): void {
  shop.git(shop.workspace, 'init', '-q');
  shop.write(join(shop.workspace, 'a.txt'), 'a');
  shop.git(shop.workspace, 'add', '.');
  shop.git(shop.workspace, 'commit', '-qm', 'a');
}

describe('git overlooks the local file', () => {
  it('in a repository, until it is uninstalled', async () => {
    repository();
    const before = shop.read(exclude);
    expect(await install()).toMatchObject({ outcome: 'installed', excludedIn: exclude });
    expect(untracked(shop.workspace)).toBe('');
    expect(shop.read(exclude)).toBe(`${before}/.claude/settings.local.json\n`);
    await install();
    expect(shop.read(exclude)).toBe(`${before}/.claude/settings.local.json\n`);
    await uninstall();
    expect(shop.read(exclude)).toBe(before);
  });

  it('in a folder of a repository', async () => {
    repository();
    const folder = join(shop.workspace, 'packages/[web] *');
    mkdirSync(folder, { recursive: true });
    await install(folder);
    expect(untracked(shop.workspace)).toBe('');
    await uninstall(folder);
    expect(shop.read(exclude)).not.toContain('claude');
  });

  it('in worktrees, through what they share, as long as one of them needs it', async () => {
    repository();
    const before = shop.read(exclude);
    const tree = join(shop.root, 'tree');
    shop.git(shop.workspace, 'worktree', 'add', '-q', tree);
    expect(await install(tree)).toMatchObject({ excludedIn: exclude, mainCheckout: shop.workspace });
    await install();
    expect([untracked(tree), untracked(shop.workspace)]).toEqual(['', '']);
    expect(shop.read(exclude).match(/settings\.local/gu)).toHaveLength(1);
    await uninstall(tree);
    expect(untracked(shop.workspace)).toBe('');
    await uninstall();
    expect(shop.read(exclude)).toBe(before);
  });

  it('with an exclude file of its own making, or one without a last line end', async () => {
    repository();
    rmSync(join(shop.workspace, '.git/info'), { recursive: true });
    await install();
    expect(untracked(shop.workspace)).toBe('');
    await uninstall();
    expect(existsSync(exclude)).toBe(false);
    shop.write(exclude, '*.log');
    await install();
    await uninstall();
    expect(shop.read(exclude)).toBe('*.log');
  });

  it('without being told where it does so already', async () => {
    repository();
    shop.write(join(shop.workspace, '.gitignore'), '.claude/*.local.json\n');
    const before = shop.read(exclude);
    expect(await install()).not.toHaveProperty('excludedIn');
    expect(shop.read(exclude)).toBe(before);
    shop.write(exclude, '/.claude/settings.local.json\n');
    await uninstall();
    expect(shop.read(exclude)).toBe('/.claude/settings.local.json\n');
  });

  it('not where the person’s own line says it, which stays', async () => {
    repository();
    shop.write(exclude, '/.claude/settings.local.json\n');
    await install();
    await uninstall();
    expect(shop.read(exclude)).toBe('/.claude/settings.local.json\n');
  });

  it('and not the project’s file, nor anything outside of a repository', async () => {
    expect(await install()).not.toHaveProperty('excludedIn');
    await uninstall();
    repository();
    const before = shop.read(exclude);
    await install(shop.workspace, 'project');
    expect(shop.read(exclude)).toBe(before);
  });

  it('and is not told of an install that is refused', async () => {
    repository();
    const before = shop.read(exclude);
    shop.write(shop.local, '{');
    expect(await install()).toMatchObject({ outcome: 'refused' });
    expect(shop.read(exclude)).toBe(before);
  });

  it('unless it tracks the file, which is a finding', async () => {
    repository();
    shop.write(shop.local, '{}');
    shop.git(shop.workspace, 'add', '-f', '.claude');
    const before = shop.read(exclude);
    await install();
    expect(shop.read(exclude)).toBe(before);
    const { findings } = await readHealth({
      program: claudeCodeHere,
      scope: 'local',
      workspace: shop.workspace,
      env: shop.env,
    });
    expect(findings.map(({ name }) => name)).toEqual(['tracked-file']);
  });
});

describe('an install in the main checkout', () => {
  it('serves its worktrees and the folders in it', async () => {
    repository();
    const tree = join(shop.root, 'tree');
    shop.git(shop.workspace, 'worktree', 'add', '-q', tree);
    mkdirSync(join(shop.workspace, 'sub'));
    const findings = async (workspace: string) =>
      (
        await readHealth({ program: claudeCodeHere, scope: undefined, workspace, env: shop.env })
      ).findings.map(({ name }) => name);
    expect(await findings(tree)).toEqual(['not-installed']);
    await install();
    expect([await findings(tree), await findings(join(shop.workspace, 'sub'))]).toEqual([[], []]);
  });

  it('is missed in them where it loses entries, and is put back where it was', async () => {
    repository();
    const tree = join(shop.root, 'tree');
    shop.git(shop.workspace, 'worktree', 'add', '-q', tree);
    const folder = join(shop.workspace, 'packages/a');
    mkdirSync(folder, { recursive: true });
    const seen = async (workspace: string) => {
      const { holder, file, findings } = await readHealth({
        program: claudeCodeHere,
        scope: undefined,
        workspace,
        env: shop.env,
      });
      return [file, holder, ...findings.map(({ name }) => name)];
    };
    await install();
    const whole = shop.read(shop.local);
    const { Stop, ...rest } = JSON.parse(whole).hooks;
    const edited = whole.replace(/"timeout": \d+/u, '"timeout": 99');
    for (const [text, name] of [
      [JSON.stringify({ hooks: rest }), 'lost'],
      ['{}', 'lost'],
      [edited, 'edited'],
    ] as const) {
      for (const workspace of [tree, folder]) {
        shop.write(shop.local, text);
        expect(await seen(workspace)).toEqual([shop.local, shop.workspace, name]);
        await install();
        expect(await seen(workspace)).toEqual([shop.local, shop.workspace]);
      }
    }
    rmSync(shop.local);
    expect(await seen(tree)).toEqual([shop.local, shop.workspace, 'lost']);
    expect(existsSync(join(tree, '.claude'))).toBe(false);
  });

  it('does not stand for a worktree that has lost entries of its own', async () => {
    repository();
    const tree = join(shop.root, 'tree');
    shop.git(shop.workspace, 'worktree', 'add', '-q', tree);
    await install();
    await install(tree);
    shop.write(join(tree, '.claude/settings.local.json'), '{}');
    shop.write(shop.local, '{}');
    expect(
      await readHealth({ program: claudeCodeHere, scope: undefined, workspace: tree, env: shop.env }),
    ).toMatchObject({
      file: join(tree, '.claude/settings.local.json'),
      findings: [{ name: 'lost' }],
    });
  });
});

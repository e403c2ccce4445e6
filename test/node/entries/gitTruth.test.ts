import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  repository(shop.workspace);
});
afterEach(() => shop.remove());

const install = (workspace = shop.workspace) =>
  installEntriesIn({
    program: claudeCodeHere,
    scope: 'local',
    workspace,
    env: shop.env,
    ensureRelay: async () => {},
  });
const uninstall = (workspace = shop.workspace) =>
  uninstallEntriesIn({ program: claudeCodeHere, scope: 'local', workspace, env: shop.env });
const untracked = (folder = shop.workspace) => shop.git(folder, 'status', '--porcelain', '-uall');
const records = () => readdirSync(join(shop.env.BECKON_HOME ?? '', 'installs'));
const findings = async (workspace = shop.workspace) =>
  (await readHealth({ program: claudeCodeHere, scope: 'local', workspace, env: shop.env })).findings.map(
    ({ name }) => name,
  );

function repository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  shop.git(folder, 'init', '-q');
  shop.git(folder, 'commit', '-q', '--allow-empty', '-m', 'a');
}

describe('what an install says to git', () => {
  it('is said again where the folder was deleted and made anew', async () => {
    await install();
    rmSync(shop.workspace, { recursive: true });
    repository(shop.workspace);
    expect(await install()).toMatchObject({ excludedIn: exclude });
    expect(untracked()).toBe('');
    await uninstall();
    expect(readFileSync(exclude, 'utf8')).not.toContain('claude');
  });

  it('is said again where the entries are there and the line is not', async () => {
    await install();
    writeFileSync(exclude, '');
    expect(await findings()).toEqual(['not-excluded']);
    expect(await install()).toMatchObject({ outcome: 'unchanged', excludedIn: exclude });
    expect([untracked(), await findings()]).toEqual(['', []]);
    await uninstall();
    expect(readFileSync(exclude, 'utf8')).toBe('');
  });

  it('is said, and can be taken back, where entries came without an install', async () => {
    await install();
    rmSync(join(shop.env.BECKON_HOME ?? '', 'installs'), { recursive: true });
    writeFileSync(exclude, '');
    expect(await install()).toMatchObject({ outcome: 'unchanged' });
    expect(untracked()).toBe('');
    await uninstall();
    expect([readFileSync(exclude, 'utf8'), readFileSync(shop.local, 'utf8')]).toEqual(['', '{}\n']);
  });

  it('is said in each repository whose link leads to one shared file', async () => {
    const shared = shop.write(join(shop.root, 'home/.config/settings.json'), '{}');
    const second = join(shop.root, 'second');
    repository(second);
    for (const folder of [shop.workspace, second]) {
      mkdirSync(join(folder, '.claude'));
      symlinkSync(shared, join(folder, '.claude/settings.local.json'));
      await install(folder);
      expect(untracked(folder)).toBe('');
    }
    await uninstall();
    expect(shop.read(shared)).toBe('{}');
    for (const folder of [shop.workspace, second]) {
      expect(shop.read(join(folder, '.git/info/exclude'))).not.toContain('claude');
    }
  });

  it('is forgotten with a worktree that was removed', async () => {
    const tree = join(shop.root, 'tree');
    shop.git(shop.workspace, 'worktree', 'add', '-q', tree);
    await install(tree);
    await install();
    shop.git(shop.workspace, 'worktree', 'remove', '--force', tree);
    await uninstall();
    expect([readFileSync(exclude, 'utf8').includes('claude'), records()]).toEqual([false, []]);
  });

  it('is forgotten with a removed worktree also by an install elsewhere', async () => {
    const tree = join(shop.root, 'tree');
    shop.git(shop.workspace, 'worktree', 'add', '-q', tree);
    await install(tree);
    shop.git(shop.workspace, 'worktree', 'remove', '--force', tree);
    const other = join(shop.root, 'other');
    repository(other);
    await install(other);
    expect([readFileSync(exclude, 'utf8').includes('claude'), records().length]).toEqual([false, 1]);
  });

  it('goes into a file of any encoding, whose bytes stay', async () => {
    appendFileSync(exclude, Buffer.from([0x2f, 0xe9, 0x0a]));
    const before = readFileSync(exclude);
    const folder = join(shop.workspace, 'ünï');
    mkdirSync(folder);
    await install();
    await install(folder);
    expect(untracked()).toBe('');
    await uninstall();
    await uninstall(folder);
    expect(readFileSync(exclude)).toEqual(before);
  });

  it('is taken back where git does not listen to it, and the person is told', async () => {
    const before = shop.read(exclude);
    shop.write(join(shop.workspace, '.gitignore'), '.claude/*\n!.claude/settings*.json\n');
    const result = await install();
    expect(result).toMatchObject({ outcome: 'installed', shownByGit: true });
    expect(result).not.toHaveProperty('excludedIn');
    expect([shop.read(exclude), await findings()]).toEqual([before, ['not-excluded']]);
    expect((await shop.beckon('install')).out).toMatch(/\nGit still shows the file/u);
  });
});

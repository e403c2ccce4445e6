import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/core/settings/wanted.ts';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { hasEntriesFor } from '../../../src/node/entries/readHealth.ts';
import { hearWorktree } from '../../../src/node/run/hearWorktree.ts';
import { addWorktree } from '../../../src/node/run/worktree.ts';
import { claudeCodeHere, programs } from '../../support/programs.ts';
import type { Workshop } from '../entries/workshop.ts';
import { openWorkshop } from '../entries/workshop.ts';

let shop: Workshop;
let top: string;
let below: string;
beforeEach(() => {
  shop = openWorkshop();
  [top, below] = [join(shop.root, 'api'), join(shop.root, 'api/packages/web')];
  mkdirSync(top);
  shop.git(top, 'init', '-q', '-b', 'main');
  shop.write(join(below, 'index.js'), '');
  commit();
});
afterEach(() => shop.remove());

function commit(): void {
  shop.git(top, 'add', '.');
  shop.git(top, 'commit', '-q', '-m', 'a');
}

const ensureRelay = () => Promise.resolve();
const install = (workspace: string, scope: Scope) =>
  installEntriesIn({ program: claudeCodeHere, workspace, scope, env: shop.env, ensureRelay });
const local = (folder: string) => join(folder, '.claude/settings.local.json');

/** Makes a worktree for a run in a folder and has its agents heard: where that is, and what is said. */
async function hear(folder: string) {
  const made = await addWorktree(folder, 'build', shop.env);
  const worktree = 'folder' in made ? made.folder : '';
  return { worktree, said: await hearWorktree({ programs, folder, worktree, env: shop.env, ensureRelay }) };
}

describe('a new worktree', () => {
  it.each<[string, () => string, Scope]>([
    ['a folder below the top has entries of its own', () => below, 'local'],
    ['a folder below the top has entries of its project', () => below, 'project'],
    ['the entries of the project are not committed', () => top, 'project'],
  ])('gets entries that git overlooks where %s', async (_, of, scope) => {
    await install(of(), scope);
    const { worktree, said } = await hear(of());
    expect(said).toBeUndefined();
    expect([
      existsSync(local(worktree)),
      await hasEntriesFor({ program: claudeCodeHere, workspace: worktree, env: shop.env }),
    ]).toEqual([true, true]);
    expect(shop.git(worktree, 'status', '--porcelain', '-uall')).toBe('');
    shop.git(top, 'worktree', 'remove', join(shop.root, 'api.build'));
    expect(existsSync(worktree)).toBe(false);
  });

  it.each<[string, () => string, Scope]>([
    ['those at the top of the main checkout', () => top, 'local'],
    ["the person's", () => top, 'user'],
  ])('gets none where it is served by %s', async (_, of, scope) => {
    await install(of(), scope);
    const { worktree, said } = await hear(below);
    expect([said, existsSync(local(worktree))]).toEqual([undefined, false]);
  });

  it('gets none where those of the project are committed', async () => {
    await install(top, 'project');
    commit();
    const { worktree, said } = await hear(top);
    expect([said, existsSync(local(worktree))]).toEqual([undefined, false]);
  });

  it('gets none where the folder of the run has none', async () => {
    const { worktree, said } = await hear(below);
    expect([said, existsSync(local(worktree))]).toEqual([undefined, false]);
  });

  it('keeps a settings file that does not parse, and that is said', async () => {
    shop.write(local(below), '{ "a": \n');
    commit();
    await install(below, 'project');
    const { worktree, said } = await hear(below);
    expect(said).toMatch(/^The agent in \S+ is not heard: \S+settings\.local\.json:2:1 .*\.$/u);
    expect(shop.read(local(worktree))).toBe('{ "a": \n');
  });
});

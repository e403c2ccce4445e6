import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { placeOf } from '../../../src/node/places/placeOf.ts';
import { addWorktree } from '../../../src/node/run/worktree.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from '../entries/workshop.ts';
import { openWorkshop } from '../entries/workshop.ts';

let shop: Workshop;
let api: string;
beforeEach(() => {
  shop = openWorkshop();
  api = join(shop.root, 'api');
  mkdirSync(api);
  shop.git(api, 'init', '-q', '-b', 'main');
  shop.write(join(api, 'packages/web/index.js'), 'committed\n');
  shop.git(api, 'add', '.');
  shop.git(api, 'commit', '-q', '-m', 'a');
});
afterEach(() => shop.remove());

const add = (folder: string, name: string, env: NodeJS.ProcessEnv = shop.env) =>
  addWorktree(folder, name, env);
const beside = (name: string) => join(shop.root, `api.${name}`);

describe('a worktree for an agent', () => {
  it('lies beside the checkout, on a branch of its own at the same commit', async () => {
    writeFileSync(join(api, 'packages/web/index.js'), 'changed\n');
    expect(await add(api, 'build')).toEqual({ folder: beside('build') });
    expect(await placeOf(beside('build'))).toEqual({
      root: beside('build'),
      name: 'api',
      branch: 'beckon/build',
      worktree: true,
    });
    expect(shop.git(beside('build'), 'rev-parse', 'HEAD')).toBe(shop.git(api, 'rev-parse', 'HEAD'));
    expect(readFileSync(join(beside('build'), 'packages/web/index.js'), 'utf8')).toBe('committed\n');
    expect(shop.git(api, 'branch', '--show-current').trim()).toBe('main');
  });

  it('has the folder below the top that was asked for', async () => {
    expect(await add(join(api, 'packages/web'), 'build')).toEqual({
      folder: join(beside('build'), 'packages/web'),
    });
    mkdirSync(join(api, 'fresh'));
    expect(await add(join(api, 'fresh'), 'build')).toEqual({ folder: beside('build-2') });
  });

  it('takes another name where the folder or the branch is taken', async () => {
    mkdirSync(beside('build'));
    shop.git(api, 'branch', 'beckon/build-2');
    expect(await add(api, 'build')).toEqual({ folder: beside('build-3') });
    expect(await add(api, 'build')).toEqual({ folder: beside('build-4') });
  });

  it('is another one for each of those who ask at once', async () => {
    const made = await Promise.all([1, 2, 3].map(() => add(api, 'build')));
    expect(made.map((one) => ('folder' in one ? one.folder : one.refused)).toSorted()).toEqual([
      beside('build'),
      beside('build-2'),
      beside('build-3'),
    ]);
  });

  it('is made after another one, since git fails over one that is not yet whole', async () => {
    const bin = join(shop.root, 'bin');
    const busy = join(shop.root, 'busy');
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const script = `#!/bin/sh
[ "$1" = worktree ] || exec '${real}' "$@"
mkdir '${busy}' || { echo 'fatal: not one at a time' >&2; exit 128; }
'${real}' "$@"
code=$?
rmdir '${busy}'
exit $code
`;
    shop.write(join(bin, 'git'), script);
    chmodSync(join(bin, 'git'), 0o755);
    const env = { ...shop.env, PATH: `${bin}:${process.env.PATH}` };
    const made = await Promise.all(['a', 'b', 'c'].map((name) => add(api, name, env)));
    expect(made).toEqual(['a', 'b', 'c'].map((name) => ({ folder: beside(name) })));
  });

  it('of a worktree lies beside the main checkout, at the commit of that worktree', async () => {
    await add(api, 'one');
    shop.git(beside('one'), 'commit', '-q', '--allow-empty', '-m', 'b');
    expect(await add(beside('one'), 'two')).toEqual({ folder: beside('two') });
    expect(shop.git(beside('two'), 'rev-parse', 'HEAD')).toBe(shop.git(beside('one'), 'rev-parse', 'HEAD'));
  });

  it.each([
    ['../../evil', 'evil'],
    ['--force', 'force'],
    ['a b/c.lock', 'a-b-c-lock'],
    ['spike (2)-spike', 'spike-2-spike'],
    ['Größe; rm -rf', 'Größe-rm-rf'],
    ['構築 ü-レビュー', '構築-ü-レビュー'],
    // One way to write it, whichever the runbook has.
    ['Gro\u0308\u00dfe', 'Gr\u00f6\u00dfe'],
    ['ภาษาไทย हिन्दी', 'ภาษาไทย-हिन्दी'],
    // What nobody sees is no name.
    ['❤\ufe0f\u200d\u0301 \ud800', 'run'],
    ['構築❤\ufe0f', '構築'],
    // No file system takes more than 255 bytes for a name.
    ['構築'.repeat(40), '構築'.repeat(10)],
    [`x${'𠀀'.repeat(40)}`, `x${'𠀀'.repeat(14)}`],
    ['..', 'run'],
    ['', 'run'],
    [`${'x'.repeat(59)}-y`, 'x'.repeat(59)],
  ])('called %j is named %j', async (name, own) => {
    expect(await add(api, name)).toEqual({ folder: beside(own) });
    expect(await placeOf(beside(own))).toMatchObject({ root: beside(own), branch: `beckon/${own}` });
  });

  it('is of the folder, whatever the variables of git say, and through links', async () => {
    symlinkSync(api, join(shop.root, 'link'));
    const elsewhere = { ...shop.env, GIT_DIR: '/nowhere', GIT_WORK_TREE: '/nowhere', GIT_INDEX_FILE: '/x' };
    expect(await add(join(shop.root, 'link'), 'build', elsewhere)).toEqual({ folder: beside('build') });
  });

  it('takes the entries that make its agents heard', async () => {
    await add(api, 'build');
    const place = {
      program: claudeCodeHere,
      scope: 'local',
      workspace: beside('build'),
      env: shop.env,
    } as const;
    const installed = await installEntriesIn({ ...place, ensureRelay: async () => {} });
    expect(installed).toMatchObject({ outcome: 'installed', mainCheckout: api });
    expect(shop.git(beside('build'), 'status', '--porcelain')).toBe('');
  });
});

describe('no worktree', () => {
  it('is made in a folder that is no checkout, or gone', async () => {
    const plain = join(shop.root, 'plain');
    mkdirSync(plain);
    for (const folder of [plain, join(api, 'gone')]) {
      expect(await add(folder, 'build')).toEqual({
        refused: `No worktree can be made: ${folder} is in no git checkout.`,
      });
    }
  });

  it('is made before the first commit', async () => {
    const fresh = join(shop.root, 'fresh');
    mkdirSync(fresh);
    shop.git(fresh, 'init', '-q');
    expect(await add(fresh, 'build')).toEqual({
      refused: `No worktree can be made: ${fresh} has no commit yet.`,
    });
    expect(existsSync(join(shop.root, 'fresh.build'))).toBe(false);
  });

  it('is made without git', async () => {
    expect(await add(api, 'build', { ...shop.env, PATH: join(shop.root, 'empty') })).toEqual({
      refused: 'No worktree can be made: git is not installed.',
    });
  });

  it('is made where git does not want to, and git says why', async () => {
    shop.git(api, 'branch', 'beckon');
    expect(await add(api, 'build')).toEqual({
      refused: expect.stringMatching(/^No worktree can be made: git says: fatal: .*beckon.*\.$/u),
    });
    expect(existsSync(beside('build'))).toBe(false);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeOf } from '../../../src/node/places/placeOf.ts';
import type { Workshop } from '../entries/workshop.ts';
import { openWorkshop } from '../entries/workshop.ts';

let shop: Workshop;
let api: string;
beforeEach(() => {
  shop = openWorkshop();
  api = repository('api');
});
afterEach(() => shop.remove());

const folder = (...path: string[]) => {
  const made = join(shop.root, ...path);
  mkdirSync(made, { recursive: true });
  return made;
};

function repository(...path: string[]): string {
  const made = folder(...path);
  shop.git(made, 'init', '-q', '-b', 'main');
  shop.git(made, 'commit', '-q', '--allow-empty', '-m', 'a');
  return made;
}

describe('the place of a folder', () => {
  it('is its checkout with the branch, from anywhere in it and through links', async () => {
    const place = { root: api, name: 'api', branch: 'main', worktree: false };
    expect(await placeOf(api)).toEqual(place);
    expect(await placeOf(folder('api', 'src', 'deep'))).toEqual(place);
    symlinkSync(join(api, 'src'), join(shop.root, 'link'));
    expect(await placeOf(join(shop.root, 'link'))).toEqual(place);
    // A folder that is gone was in the one above it.
    expect(await placeOf(join(api, 'gone'))).toEqual(place);
  });

  it('names branches as git does, and a commit by its first digits', async () => {
    shop.git(api, 'checkout', '-q', '-b', 'feature/ünicode');
    expect(await placeOf(api)).toMatchObject({ branch: 'feature/ünicode' });
    shop.git(api, 'checkout', '-q', '--detach');
    const commit = shop.git(api, 'rev-parse', 'HEAD').slice(0, 7);
    expect(await placeOf(api)).toMatchObject({ branch: commit });
  });

  it('has its branch before the first commit', async () => {
    const fresh = folder('fresh');
    shop.git(fresh, 'init', '-q', '-b', 'trunk');
    expect(await placeOf(fresh)).toEqual({ root: fresh, name: 'fresh', branch: 'trunk', worktree: false });
  });

  it('of a worktree is called after the main checkout', async () => {
    const docs = join(shop.root, 'elsewhere', 'docs');
    shop.git(api, 'worktree', 'add', '-q', '-b', 'docs-v2', docs);
    const place = { root: docs, name: 'api', branch: 'docs-v2', worktree: true };
    expect(await placeOf(docs)).toEqual(place);
    // Newer versions of git can write the path so that both may be moved together.
    writeFileSync(join(docs, '.git'), 'gitdir: ../../api/.git/worktrees/docs\n');
    expect(await placeOf(docs)).toEqual(place);
  });

  it.each([
    ['api.git', 'api'],
    ['group/.bare', 'group'],
    ['group/.git-of-all', 'group'],
  ])('of a worktree of the bare repository %s is called %s', async (path, name) => {
    const bare = join(shop.root, 'bare', path);
    shop.git(shop.root, 'clone', '-q', '--bare', api, bare);
    const tree = join(shop.root, 'trees', 'one');
    shop.git(bare, 'worktree', 'add', '-q', '-b', 'one', tree);
    expect(await placeOf(tree)).toEqual({ root: tree, name, branch: 'one', worktree: true });
  });

  it('of a submodule is its own', async () => {
    const library = repository('library');
    shop.git(api, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    const lib = join(api, 'lib');
    expect(await placeOf(lib)).toEqual({ root: lib, name: 'lib', branch: 'main', worktree: false });
  });

  it('is the folder where there is no repository', async () => {
    const plain = folder('plain', 'notes');
    expect(await placeOf(plain)).toEqual({ root: plain, name: 'notes', worktree: false });
    expect(await placeOf('/')).toEqual({ root: '/', name: '/', worktree: false });
    expect(await placeOf('relative')).toEqual({ root: 'relative', name: 'relative', worktree: false });
    expect(await placeOf('/with\0nul')).toMatchObject({ name: 'with\0nul' });
  });

  it('is the folder where what is left of a repository is broken', async () => {
    const plain = folder('plain');
    const place = { root: plain, name: 'plain', worktree: false };
    for (const text of ['gitdir: /nowhere\n', 'nonsense', '', `gitdir: ${'x'.repeat(10_000)}\n`]) {
      writeFileSync(join(plain, '.git'), text);
      expect(await placeOf(plain)).toEqual(place);
    }
    rmSync(join(plain, '.git'));
    symlinkSync(join(plain, '.git'), join(plain, '.git'));
    expect(await placeOf(plain)).toEqual(place);
  });

  it.each([
    ['too long', `ref: refs/heads/${'x'.repeat(100_000)}\n`],
    ['no ref', 'nonsense\n'],
    ['empty', ''],
    ['of a repository that keeps its refs in tables', 'ref: refs/heads/.invalid\n'],
  ])('has no branch where HEAD is %s', async (_, text) => {
    writeFileSync(join(api, '.git', 'HEAD'), text);
    expect(await placeOf(api)).toEqual({ root: api, name: 'api', worktree: false });
  });

  it('does not wait for a pipe', async () => {
    rmSync(join(api, '.git', 'HEAD'));
    execFileSync('mkfifo', [join(api, '.git', 'HEAD')]);
    expect(await placeOf(api)).toEqual({ root: api, name: 'api', worktree: false });
    const docs = join(shop.root, 'docs');
    renameSync(api, join(shop.root, 'other'));
    const other = repository('api');
    shop.git(other, 'worktree', 'add', '-q', docs);
    rmSync(join(other, '.git', 'worktrees', 'docs', 'commondir'));
    execFileSync('mkfifo', [join(other, '.git', 'worktrees', 'docs', 'commondir')]);
    expect(await placeOf(docs)).toMatchObject({ root: docs, branch: 'docs' });
  });
});

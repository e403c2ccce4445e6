import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { UserError } from '../../../tools/cache/userError.mjs';
import { changedFiles } from '../../../tools/testing/changedFiles.ts';
import { root, run, temporaryDir } from './support.ts';

/** Makes a folder a repository whose first commit has these files. */
async function repositoryOf(dir: string, ...files: string[]) {
  const who = ['-c', 'user.name=Someone', '-c', 'user.email=someone@localhost', '-c', 'commit.gpgsign=false'];
  const git = async (...args: string[]) => {
    const { code, stderr } = await run('git', ['-C', dir, ...who, ...args]);
    expect([code, stderr]).toEqual([0, '']);
  };
  const write = (file: string, text = file) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  await git('init', '-q');
  for (const file of files) write(file);
  await git('add', '.');
  await git('commit', '-q', '--allow-empty', '-m', 'First');
  return { dir, git, write };
}

const problemOf = (dir: string, revision: string) => {
  try {
    return changedFiles(dir, revision);
  } catch (error) {
    return error instanceof UserError ? [error.exitCode, error.message] : error;
  }
};

describe('The files changed since a commit', () => {
  it('are not those that others have changed there meanwhile', async () => {
    const { dir, git, write } = await repositoryOf(temporaryDir(), 'a.ts');
    await git('branch', 'theirs');
    write('mine.ts');
    await git('add', '.');
    await git('commit', '-q', '-m', 'Mine');
    await git('checkout', '-q', 'theirs');
    write('theirs.ts');
    await git('add', '.');
    await git('commit', '-q', '-m', 'Theirs');
    await git('checkout', '-q', '-');
    expect(changedFiles(dir, 'theirs')).toEqual(['mine.ts']);
  });

  it('are none in a clean clone', async () => {
    const { dir } = await repositoryOf(temporaryDir(), 'a.ts');
    expect(changedFiles(dir, 'HEAD')).toEqual([]);
  });

  it('are those committed, staged, edited, added, deleted or moved since, but not ignored ones', async () => {
    const files = ['same', 'committed', 'staged', 'edited', 'deleted', 'moved', 'undone'];
    const { dir, git, write } = await repositoryOf(temporaryDir(), ...files);
    await git('tag', 'then');
    write('committed', 'new');
    write('undone', 'new');
    await git('commit', '-q', '-a', '-m', 'Second');
    write('undone');
    write('staged', 'new');
    await git('add', 'staged');
    write('edited', 'new');
    write('.gitignore', 'ignored/\n');
    write('ignored/file');
    write('src/größe "und" maß\n.ts');
    rmSync(join(dir, 'deleted'));
    renameSync(join(dir, 'moved'), join(dir, 'moved here'));
    await git('add', '-N', 'moved here');
    const since = ['deleted', 'edited', 'moved', 'moved here', 'src/größe "und" maß\n.ts', 'staged'];
    expect(changedFiles(dir, 'then')).toEqual(['.gitignore', 'committed', ...since]);
    expect(changedFiles(dir, 'HEAD')).toEqual(['.gitignore', ...since, 'undone']);
  });

  it('are relative to the clone even inside a larger repository, whatever GIT_DIR says', async () => {
    const { dir, write } = await repositoryOf(temporaryDir(), 'outside.ts', 'clone/inside.ts');
    for (const file of ['outside.ts', 'clone/inside.ts', 'clone/new.ts', 'other.ts']) write(file, 'new');
    vi.stubEnv('GIT_DIR', join(temporaryDir(), '.git'));
    try {
      expect(changedFiles(join(dir, 'clone'), 'HEAD')).toEqual(['inside.ts', 'new.ts']);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('are an error in one sentence when there is no such commit', async () => {
    const { dir } = await repositoryOf(temporaryDir(), 'a.ts');
    for (const revision of ['nonsense', 'HEAD~1', 'HEAD:a.ts', 'HEAD..HEAD', 'f'.repeat(40)]) {
      expect(problemOf(dir, revision)).toEqual([2, `There is no commit "${revision}" in this clone.`]);
    }
  });

  it('are an error in one sentence outside a repository and without git', async () => {
    const dir = temporaryDir();
    const sentence = expect.stringMatching(
      /^git cannot say what changed since "HEAD": .*not a git repository.*$/,
    );
    expect(problemOf(dir, 'HEAD')).toEqual([2, sentence]);
    vi.stubEnv('PATH', dir);
    try {
      expect(problemOf(dir, 'HEAD')).toEqual([2, expect.stringMatching(/^git cannot say .*ENOENT.*$/)]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('npm test -- --since', () => {
  it('runs nothing when nothing has changed or the commit is unknown', async () => {
    const dir = temporaryDir('clone');
    cpSync(join(root, 'tools'), join(dir, 'tools'), { recursive: true });
    await repositoryOf(dir);
    const test = (revision: string) =>
      run(process.execPath, [join(dir, 'tools', 'test.ts'), '--since', revision], {}, dir);
    expect(await test('HEAD')).toMatchObject({
      code: 0,
      stdout: 'Nothing has changed since HEAD.\n0 passed, 0 failed\n',
    });
    expect(await test('nonsense')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no commit "nonsense" in this clone.\n',
    });
  });
});

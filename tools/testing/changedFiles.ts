import { spawnSync } from 'node:child_process';
import { UserError } from '../cache/userError.mjs';
import { withoutGit } from '../cache/withoutGit.mjs';

/**
 * The files of a clone that changed since it left a commit's history, whether committed or not, sorted. Deleted and untracked files
 * count, ignored ones don't, and a renamed file counts under both names.
 */
export function changedFiles(root: string, revision: string): readonly string[] {
  const found = git(root, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  // Git says nothing at all about HEAD@{9999} where the log is shorter.
  const isUnknown = found.status === 1 || (found.status === 128 && found.stderr.trim() === '');
  if (isUnknown) throw new UserError(`There is no commit "${revision}" in this clone.`, 2);
  const commit = outputOf(found, revision).trim();
  // What others have committed there meanwhile is no change of this clone's; a shallow one may not know where it left.
  const left = git(root, ['merge-base', commit, 'HEAD']);
  const base = left.status === 0 ? left.stdout.trim() : commit;
  const lists = [
    // The clone may be a folder of a larger repository.
    git(root, ['diff', '--name-only', '-z', '--no-renames', '--relative', base, '--']),
    git(root, ['ls-files', '--others', '--exclude-standard', '-z']),
  ].map((ran) => outputOf(ran, revision));
  const files = lists.flatMap((list) => list.split('\0')).filter((file) => file !== '');
  return [...new Set(files)].sort();
}

type Ran = ReturnType<typeof git>;

function git(root: string, args: readonly string[]) {
  return spawnSync('git', args, {
    cwd: root,
    // In English, as the sentence its words end up in.
    env: { ...withoutGit(), LC_ALL: 'C' },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

function outputOf({ status, stdout, stderr, error }: Ran, revision: string): string {
  if (status === 0) return stdout;
  const why = error?.message ?? stderr.trim().split('\n')[0];
  throw new UserError(`git cannot say what changed since "${revision}": ${why}`, 2);
}

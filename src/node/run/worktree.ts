import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { clip } from '../../core/text/clip.ts';
import { findRepository } from '../entries/gitRepository.ts';
import { realFolder } from '../realFolder.ts';

const mostTries = 100;
/** Bytes, as file systems count; the name of the checkout comes before it, and git adds to it. */
const mostBytes = 60;
/** A large checkout takes its time, and so may the person's own hooks of git. */
const timeoutMs = 120_000;

/** The folder of a new worktree, or a sentence that says why there is none. */
export type AddedWorktree = { readonly folder: string } | { readonly refused: string };

type Git = (...args: readonly string[]) => Promise<GitEnd>;

/**
 * Makes a worktree for an agent, from the commit that `folder` is at, and gives the folder to work in; otherwise a
 * sentence for the person.
 *
 * It lies beside the main checkout, as `api.build` beside `api`, on a new branch `beckon/build`; where one of them
 * is taken it is `build-2`. For a folder below the top of its checkout it is that folder in the worktree. What is not
 * committed does not come along. Git does here what it does for the person: their hooks and filters run.
 */
export async function addWorktree(
  folder: string,
  name: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<AddedWorktree> {
  const repository = await findRepository(folder);
  const here = realFolder('/', folder);
  if (!repository || here === undefined) {
    return { refused: `No worktree can be made: ${folder} is in no git checkout.` };
  }
  const git: Git = (...args) => runGit(here, args, env);
  const commit = await git('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
  if (commit.code !== 0) {
    return {
      refused: commit.code === 1 ? `No worktree can be made: ${folder} has no commit yet.` : commit.refused,
    };
  }
  const main = repository.main ?? repository.root;
  const made = await inTurn(main, () => addBeside(main, worktreeName(name), commit.out.trim(), git));
  if ('refused' in made) {
    return made;
  }
  const inside = join(await realpath(made.folder), relative(repository.root, here));
  return existsSync(inside) ? { folder: inside } : made;
}

/** What each repository is busy with. */
const turns = new Map<string, Promise<unknown>>();

/** Does one thing for a repository after the other: git fails where another one is in the middle of adding a worktree. */
function inTurn<T>(repository: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(repository) ?? Promise.resolve()).then(work);
  turns.set(
    repository,
    turn.catch(() => {}),
  );
  return turn;
}

/** Adds a worktree beside a checkout, under the first name that is free. */
async function addBeside(main: string, plain: string, commit: string, git: Git): Promise<AddedWorktree> {
  for (let count = 1; count <= mostTries; count += 1) {
    const own = count === 1 ? plain : `${plain}-${count}`;
    const path = join(dirname(main), `${basename(main)}.${own}`);
    const branch = `beckon/${own}`;
    if (
      existsSync(path) ||
      (await git('show-ref', '--verify', '--quiet', `refs/heads/${branch}`)).code === 0
    ) {
      continue;
    }
    const added = await git('worktree', 'add', '--quiet', '-b', branch, '--', path, commit);
    if (added.code !== 0) {
      // Somebody in another process took the name meanwhile, or is about to.
      if (/already exists|\.lock': File exists|failed to read .*commondir/u.test(added.refused)) {
        continue;
      }
      return { refused: added.refused };
    }
    return { folder: path };
  }
  return { refused: `No worktree can be made: there are ${mostTries} of the name ${plain} already.` };
}

/** A name that can be part of a folder and of a branch: the letters and digits of any script that are in it. */
function worktreeName(name: string): string {
  // A mark without its letter is not seen.
  const words = name.normalize('NFC').match(/(?:[\p{L}\p{N}_]\p{M}*)+/gu) ?? [];
  return firstBytes(words.join('-'), mostBytes).replace(/-$/u, '') || 'run';
}

/** As many whole characters of a text as these bytes can hold. */
function firstBytes(text: string, most: number): string {
  let kept = '';
  for (const char of text) {
    if (Buffer.byteLength(kept + char) > most) {
      break;
    }
    kept += char;
  }
  return kept;
}

interface GitEnd {
  readonly code: number | undefined;
  readonly out: string;
  /** A sentence, where the code is not 0. */
  readonly refused: string;
}

/** Runs a git that asks nobody; the variables of another git would name another repository. */
function runGit(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<GitEnd> {
  const own = Object.entries(env).filter(([key]) => !/^GIT_/iu.test(key));
  const clean = { ...Object.fromEntries(own), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  return new Promise((resolve) => {
    const options = { cwd, env: clean, timeout: timeoutMs, windowsHide: true };
    const git = execFile('git', [...args], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      const why = error?.code === 'ENOENT' ? 'git is not installed' : reasonIn(err);
      resolve({ code, out, refused: `No worktree can be made: ${why}.` });
    });
    git.stdin?.end();
  });
}

function reasonIn(err: string): string {
  const lines = err.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /^(?:fatal|error): /u.test(one)) ?? lines.at(-1);
  return line === undefined ? 'git ended without a word' : `git says: ${clip(line.replace(/\.$/u, ''), 300)}`;
}

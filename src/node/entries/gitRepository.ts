import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isWithin } from '../../core/wire/ownerOf.ts';

/** The repository a folder lies in. */
export interface GitRepository {
  /** The top of this checkout. */
  readonly root: string;
  /** What belongs to this checkout alone: `HEAD` is here. */
  readonly gitDir: string;
  /** What all worktrees share. */
  readonly commonDir: string;
  /** The main checkout, where this one is a linked worktree of it. */
  readonly main: string | undefined;
  /** Whether the repository knows this checkout: a `.git` file, or a link, can name anybody's. */
  readonly isOwn: boolean;
}

/**
 * Finds the repository of a folder by its `.git`, without running git. Programs take any `.git` for the top of a
 * repository; one without a `HEAD` has nothing to exclude in, so it has no `commonDir` worth the name and is passed.
 */
export async function findRepository(folder: string): Promise<GitRepository | undefined> {
  const start = await realpath(folder).catch(() => folder);
  for (let root = start; ; root = dirname(root)) {
    const gitDir = await gitDirOf(root);
    if (gitDir !== undefined) {
      const shared = await firstLine(join(gitDir, 'commondir'));
      const commonDir = shared === undefined ? gitDir : resolve(gitDir, shared);
      const isOwn = await knowsCheckout(root, gitDir, commonDir);
      const linked = isOwn && commonDir !== gitDir && basename(commonDir) === '.git';
      return { root, gitDir, commonDir, main: linked ? dirname(commonDir) : undefined, isOwn };
    }
    if (root === dirname(root)) {
      return undefined;
    }
  }
}

/** A path as git names it: from the top of the repository, with slashes. `undefined` for one outside. */
export function pathInRepository({ root }: GitRepository, path: string): string | undefined {
  const inside = relative(root, path).split(sep).join('/');
  return inside.startsWith('../') || inside === '..' ? undefined : inside;
}

/** The exclude file of a repository, which all its worktrees share. */
export function excludeFile({ commonDir }: Pick<GitRepository, 'commonDir'>): string {
  return join(commonDir, 'info', 'exclude');
}

/** Whether a path may be opened as a file: a pipe, say, would never be read to its end. */
export async function isFileOrNothing(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined || found.isFile();
}

/** What git says about a file; `unknown` where there is no git, or it does not want to. */
export async function gitSays(
  repository: GitRepository,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<'ignored' | 'tracked' | 'plain' | 'unknown'> {
  const { root } = repository;
  const tracked = await git(root, ['--literal-pathspecs', 'ls-files', '--error-unmatch', '--', path], env);
  if (tracked === 0) {
    return 'tracked';
  }
  // Git would open it.
  if (!(await isFileOrNothing(excludeFile(repository)))) {
    return 'unknown';
  }
  const ignored = await git(root, ['check-ignore', '-q', '--', path], env);
  return ignored === 0 ? 'ignored' : ignored === 1 ? 'plain' : 'unknown';
}

async function gitDirOf(root: string): Promise<string | undefined> {
  const entry = join(root, '.git');
  const found = await stat(entry).catch(() => undefined);
  const named = found?.isFile() ? /^gitdir: (.+)$/u.exec((await firstLine(entry)) ?? '')?.[1] : undefined;
  const gitDir = named === undefined ? entry : resolve(root, named);
  const head = found && (await stat(join(gitDir, 'HEAD')).catch(() => undefined));
  return head ? gitDir : undefined;
}

/**
 * Whether the repository that a checkout names points back at it: a folder of its own does, a worktree is listed in its
 * repository, and a submodule lies in the `modules` of the repository around it.
 */
async function knowsCheckout(root: string, gitDir: string, commonDir: string): Promise<boolean> {
  const entry = join(root, '.git');
  const found = await lstat(entry).catch(() => undefined);
  if (!found?.isFile()) {
    return found?.isDirectory() === true && commonDir === gitDir;
  }
  const [dir = '', common = ''] = await Promise.all([gitDir, commonDir].map(realOrSame));
  if (dir !== common) {
    const back = await firstLine(join(dir, 'gitdir'));
    const isListed = dirname(dir) === join(common, 'worktrees');
    return isListed && back !== undefined && (await realOrSame(resolve(dir, back))) === entry;
  }
  const around = await findRepository(dirname(root));
  const modules = around?.isOwn ? [around.gitDir, around.commonDir] : [];
  const folders = await Promise.all(modules.map(realOrSame));
  return folders.some((folder) => isWithin(join(folder, 'modules'), dir));
}

function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

const maxLineBytes = 4096;

/** The first line of a small file; `undefined` where there is none, or what is there is larger or no file. */
export async function firstLine(file: string): Promise<string | undefined> {
  try {
    // Whoever opens a pipe would wait for its other end.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxLineBytes), 0, maxLineBytes, 0);
      const whole = bytesRead < maxLineBytes;
      return whole ? buffer.toString('utf8', 0, bytesRead).split(/\r?\n/u)[0] : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The exit code of a git; `undefined` where it did not run. Its variables would name another repository, and a
 * folder's own settings must not make it run programs.
 */
function git(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/iu.test(name)));
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
  return new Promise((done) => {
    execFile('git', [...safe, ...args], { cwd, env: clean, timeout: 5000, windowsHide: true }, (error) => {
      done(error === null ? 0 : typeof error.code === 'number' ? error.code : undefined);
    });
  });
}

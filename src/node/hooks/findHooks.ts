import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Hook } from '../../core/hookfile/hook.ts';
import type { HookScope } from '../../core/hookfile/hookScope.ts';
import { sameNameWarning } from '../../core/hookfile/placeProblems.ts';
import type { HookProblem } from '../../core/hookfile/problem.ts';
import { hookProblem } from '../../core/hookfile/problem.ts';
import { HookIndexFile } from './hookIndexFile.ts';
import { projectHooksFolder, userHooksFolder } from './hookPlaces.ts';
import type { FileStart } from './readBounded.ts';
import { noFile, readBounded } from './readBounded.ts';
import { nameProblems, parseStart, prefixBytes, unreadable } from './readHook.ts';

/** A hook where it lies. One with an error has no `hook`. */
export interface FoundHook {
  readonly scope: HookScope;
  /** Its folder; the real path of the place it lies in, and its own name there. */
  readonly folder: string;
  /** Its HOOK.md. */
  readonly file: string;
  readonly hook?: Hook;
  readonly problems: readonly HookProblem[];
  /** The real path of the workspace, of a hook of one. */
  readonly workspace?: string;
  /** Its whole text, once that was read. */
  readonly text?: string;
  /** It is no hook but a place of hooks that cannot be read: nobody knows what is there. */
  readonly isPlace?: true;
}

/** Where hooks are looked for. */
export interface HookSearch {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspace?: string | undefined;
  /** Reads the beginning of a file; the real one where nothing is said. */
  readonly read?: (path: string, most: number) => Promise<FileStart>;
}

/** So many files are looked at at a time: each may take a handle. */
const together = 16;

/**
 * Finds the hooks of the person and of a workspace, each in the order of the names of their folders. Only the front
 * matter is read, and only where the file changed since somebody looked. Never throws: a place that cannot be read is
 * told of in the place of its hooks.
 */
export async function findHooks(search: HookSearch): Promise<readonly FoundHook[]> {
  const index = await HookIndexFile.open(search.home);
  const found: FoundHook[] = [];
  for (const place of await placesOf(search)) {
    const names = place.error ?? (await readdir(place.path).catch(asError));
    if (names instanceof Error) {
      found.push(...unreadPlace(place, names));
      continue;
    }
    const sorted = names.toSorted((a, b) => (a < b ? -1 : 1));
    const here: FoundHook[] = [];
    for (let from = 0; from < sorted.length; from += together) {
      const some = sorted.slice(from, from + together);
      const looks = some.map((name) => lookAt(name, place, index, search.read ?? readBounded));
      here.push(...(await Promise.all(looks)).filter((one) => one !== undefined));
    }
    index.forgetOthers(place.path, new Set(here.map(({ file }) => file)));
    found.push(...withSameNames(here));
  }
  index.write();
  return found;
}

interface HookFolder {
  readonly scope: HookScope;
  readonly path: string;
  readonly workspace?: string;
  /** Why it cannot be reached. */
  readonly error?: Error;
}

/** The places that are there, by their real paths: what a person agreed to is kept by them. */
async function placesOf({ env, workspace }: HookSearch): Promise<readonly HookFolder[]> {
  const own = await realPlace(folderOr(env));
  const root = workspace === undefined ? undefined : await realpath(workspace).catch(() => undefined);
  const theirs = root === undefined ? undefined : await realPlace(projectHooksFolder(root));
  return [
    ...(own === undefined ? [] : [{ scope: 'user' as const, ...own }]),
    // In a workspace that is the person's own folder for it the hooks are theirs, and run once.
    ...(root === undefined || theirs === undefined || theirs.path === own?.path
      ? []
      : [{ scope: 'project' as const, ...theirs, workspace: root }]),
  ];
}

/** A place by its real path; nothing where there is none. */
async function realPlace(path: string): Promise<Pick<HookFolder, 'path' | 'error'> | undefined> {
  const real = path === '' ? undefined : await realpath(path).catch(asError);
  return typeof real === 'string'
    ? { path: real }
    : real && !isNowhere(real)
      ? { path, error: real }
      : undefined;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function isNowhere(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unreadPlace({ scope, path, workspace }: HookFolder, error: Error): readonly FoundHook[] {
  const place = { scope, folder: path, file: join(path, 'HOOK.md'), isPlace: true } as const;
  const of = workspace === undefined ? {} : { workspace };
  return isNowhere(error) ? [] : [{ ...place, ...of, problems: [unreadable(error)] }];
}

function folderOr(env: HookSearch['env']): string {
  try {
    return userHooksFolder(env);
  } catch {
    return '';
  }
}

/** The hook in a folder of a place; `undefined` where there is none. */
async function lookAt(
  name: string,
  { scope, path, workspace }: HookFolder,
  index: HookIndexFile,
  read: NonNullable<HookSearch['read']>,
): Promise<FoundHook | undefined> {
  const folder = join(path, name);
  const file = join(folder, 'HOOK.md');
  const place = { scope, folder, file, ...(workspace === undefined ? {} : { workspace }) };
  try {
    const found = await stat(file);
    if (!found.isFile()) {
      throw new Error(noFile);
    }
    const { mtimeMs, size } = found;
    let known = index.get(file, mtimeMs, size);
    if (!known) {
      known = { ...parseStart(await read(file, prefixBytes)), mtimeMs, size };
      index.set(file, known);
    }
    const problems = [...known.problems, ...nameProblems(known, folder)];
    return { ...place, ...(known.hook ? { hook: known.hook } : {}), problems };
  } catch (error) {
    return isNowhere(error) ? undefined : { ...place, problems: [unreadable(error)] };
  }
}

/** Tells of hooks that have the name of one before them in the same place: they are not run. */
function withSameNames(here: readonly FoundHook[]): readonly FoundHook[] {
  const first = new Map<string, string>();
  return here.map((one) => {
    const name = one.hook?.name;
    const before = name === undefined ? undefined : first.get(name);
    if (name === undefined || before === undefined) {
      first.set(name ?? '', one.folder);
      return one;
    }
    const { code, message } = sameNameWarning(basename(before));
    return { ...one, problems: [...one.problems, hookProblem(code, message, 'warning')] };
  });
}

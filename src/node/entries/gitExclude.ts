import { lstat, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExcludeRefusal } from '../../core/settings/excludeText.ts';
import {
  addExcludeLine,
  excludeLineFor,
  hasExcludeLine,
  removeExcludeLine,
} from '../../core/settings/excludeText.ts';
import type { ExcludeUse, InstallRecord } from '../../core/settings/installRecord.ts';
import { makeFolders } from '../makeFolders.ts';
import type { GitRepository } from './gitRepository.ts';
import { excludeFile, gitSays, isFileOrNothing, pathInRepository } from './gitRepository.ts';
import { removeLeftovers, replaceFile } from './replaceFile.ts';

/** What came of making git overlook a file. */
export interface Exclusion {
  /** Where a line for it belongs. */
  readonly at: Pick<ExcludeUse, 'file' | 'line'>;
  /** What an install has to remember: nothing where git ignores or tracks the file anyway. */
  readonly use: ExcludeUse | undefined;
  /** Whether the line was added just now. */
  readonly added: boolean;
  /** Whether `remember` was called. */
  readonly remembered?: true;
  /** Whether git shows the file all the same: its exclude file yields to every .gitignore. */
  readonly shown: boolean;
  /** Whether git tracks the file, so that no line would hide what is written into it. */
  readonly tracked?: true;
  /** Why the exclude file was left alone, where a line was needed. */
  readonly refusal?: ExcludeRefusal;
}

interface ExcludeOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly records: readonly InstallRecord[];
  /** Writes down that the line is about to be added. */
  readonly remember: (use: ExcludeUse) => Promise<void>;
}

/**
 * Why a line for a file is not written into a repository's exclude file; `undefined` where it may be. A link could lead
 * to any file, and a `.git` file to any repository: what is written must stay with this checkout.
 */
export async function excludeRefusal(
  repository: GitRepository,
  path: string,
): Promise<ExcludeRefusal | undefined> {
  const line = excludeLineFor(pathInRepository(repository, path) ?? '');
  const gitignore = `add ${line} to ${join(repository.root, '.gitignore')}`;
  if (!repository.isOwn) {
    const leadsTo = await realpath(repository.commonDir).catch(() => repository.commonDir);
    const why = `${join(repository.root, '.git')} leads to ${leadsTo}, which does not know this checkout`;
    return { why, fix: gitignore };
  }
  const file = excludeFile(repository);
  const link = await linkOnWay(file);
  if (link !== undefined) {
    return { why: `${link} is a link`, fix: `${gitignore}, or replace the link with a copy` };
  }
  return (await isFileOrNothing(file)) ? undefined : { why: `${file} is no file`, fix: gitignore };
}

/**
 * Makes git overlook a file that only one person is to have, through the exclude file all worktrees share.
 *
 * Git itself is asked each time, since a repository may have been made anew. A line another install of `records` put
 * there is shared: each remembers it, and the last one to go takes it out. A new line is remembered before it is
 * written: whoever is killed in between can still be undone.
 */
export async function excludeFromGit(
  repository: GitRepository,
  path: string,
  { env, records, remember }: ExcludeOptions,
): Promise<Exclusion | undefined> {
  const inside = pathInRepository(repository, path);
  if (inside === undefined || /[\r\n]/u.test(inside)) {
    return undefined;
  }
  const at = { file: excludeFile(repository), line: excludeLineFor(inside) };
  const said = await gitSays(repository, path, env);
  const nothing = { at, use: undefined, added: false, shown: said === 'plain' };
  if (said === 'tracked') {
    return { ...nothing, tracked: true };
  }
  const refusal = await excludeRefusal(repository, path);
  if (refusal) {
    return said === 'ignored' ? nothing : { ...nothing, refusal };
  }
  const text = await readBytes(at.file);
  if (hasExcludeLine(text ?? '', bytesOf(at.line))) {
    return { ...nothing, use: usesOf(records, at)[0] };
  }
  if (said === 'ignored') {
    return nothing;
  }
  const { text: longer, endedLine } = addExcludeLine(text ?? '', bytesOf(at.line));
  const use = { ...at, madeFile: text === undefined, endedLine };
  await remember(use);
  if (!(await swap(at.file, text, longer))) {
    return { ...nothing, remembered: true };
  }
  if ((await gitSays(repository, path, env)) === 'plain') {
    await includeInGit(use, []);
    return { ...nothing, remembered: true, shown: true };
  }
  return { at, use, added: true, remembered: true, shown: false };
}

/** Takes the line out again, unless one of the other installs still needs it, or the file has become something else. */
export async function includeInGit(use: ExcludeUse, others: readonly InstallRecord[]): Promise<void> {
  const { file, line, madeFile, endedLine } = use;
  if ((await linkOnWay(file)) !== undefined || !(await isFileOrNothing(file))) {
    return;
  }
  await removeLeftovers(file);
  const text = usesOf(others, use).length > 0 ? undefined : await readBytes(file);
  if (text === undefined) {
    return;
  }
  const left = removeExcludeLine(text, bytesOf(line), endedLine);
  if (left === '' && madeFile) {
    await rm(file, { force: true });
  } else if (left !== text) {
    await swap(file, text, left);
  }
}

function usesOf(
  records: readonly InstallRecord[],
  { file, line }: Pick<ExcludeUse, 'file' | 'line'>,
): ExcludeUse[] {
  return records.flatMap(({ excludes }) => excludes.filter((use) => use.file === file && use.line === line));
}

/** The exclude file, or one of the two folders it lies in, where that is a link: it is never followed. */
async function linkOnWay(file: string): Promise<string | undefined> {
  for (const path of [dirname(dirname(file)), dirname(file), file]) {
    if ((await lstat(path).catch(() => undefined))?.isSymbolicLink()) {
      return path;
    }
  }
  return undefined;
}

/** A file byte by byte, one character each: git asks for no encoding, and what is there must stay. */
async function readBytes(file: string): Promise<string | undefined> {
  return readFile(file, 'latin1').catch(() => undefined);
}

function bytesOf(line: string): string {
  return Buffer.from(line).toString('latin1');
}

/** A repository that cannot be written to is no reason to refuse an install. */
async function swap(file: string, from: string | undefined, to: string): Promise<boolean> {
  try {
    makeFolders(dirname(file));
    const expected = from === undefined ? undefined : Buffer.from(from, 'latin1');
    return await replaceFile(file, { bytes: Buffer.from(to, 'latin1'), expected });
  } catch {
    return false;
  }
}

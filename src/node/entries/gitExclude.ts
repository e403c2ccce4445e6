import { readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  addExcludeLine,
  excludeLineFor,
  hasExcludeLine,
  removeExcludeLine,
} from '../../core/settings/excludeText.ts';
import type { ExcludeUse, InstallRecord } from '../../core/settings/installRecord.ts';
import { makeFolders } from '../makeFolders.ts';
import type { GitRepository } from './gitRepository.ts';
import { gitSays, pathInRepository } from './gitRepository.ts';
import { replaceFile } from './replaceFile.ts';

/** What came of making git overlook a file. */
export interface Exclusion {
  /** Where a line for it belongs. */
  readonly at: Pick<ExcludeUse, 'file' | 'line'>;
  /** What an install has to remember: nothing where git ignores or tracks the file anyway. */
  readonly use: ExcludeUse | undefined;
  /** Whether the line was added just now. */
  readonly added: boolean;
  /** Whether git shows the file all the same: its exclude file yields to every .gitignore. */
  readonly shown: boolean;
}

/**
 * Makes git overlook a file that only one person is to have, through the exclude file all worktrees share.
 *
 * Git itself is asked each time, since a repository may have been made anew. A line another install of `records` put
 * there is shared: each remembers it, and the last one to go takes it out.
 */
export async function excludeFromGit(
  repository: GitRepository,
  path: string,
  { env, records }: { readonly env: NodeJS.ProcessEnv; readonly records: readonly InstallRecord[] },
): Promise<Exclusion | undefined> {
  const inside = pathInRepository(repository, path);
  if (inside === undefined || /[\r\n]/u.test(inside)) {
    return undefined;
  }
  const at = { file: join(repository.commonDir, 'info', 'exclude'), line: excludeLineFor(inside) };
  const text = await readBytes(at.file);
  const said = await gitSays(repository, path, env);
  const nothing = { at, use: undefined, added: false, shown: said === 'plain' };
  if (said === 'tracked') {
    return nothing;
  }
  if (hasExcludeLine(text ?? '', bytesOf(at.line))) {
    return { ...nothing, use: usesOf(records, at)[0] };
  }
  if (said === 'ignored') {
    return nothing;
  }
  const { text: longer, endedLine } = addExcludeLine(text ?? '', bytesOf(at.line));
  if (!(await swap(at.file, text, longer))) {
    return nothing;
  }
  const use = { ...at, madeFile: text === undefined, endedLine };
  if ((await gitSays(repository, path, env)) === 'plain') {
    await includeInGit(use, []);
    return { ...nothing, shown: true };
  }
  return { at, use, added: true, shown: false };
}

/** Takes the line out again, unless one of the other installs still needs it. */
export async function includeInGit(use: ExcludeUse, others: readonly InstallRecord[]): Promise<void> {
  const { file, line, madeFile, endedLine } = use;
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
    const target = await realpath(file).catch(() => file);
    const expected = from === undefined ? undefined : Buffer.from(from, 'latin1');
    return await replaceFile(target, { bytes: Buffer.from(to, 'latin1'), expected });
  } catch {
    return false;
  }
}

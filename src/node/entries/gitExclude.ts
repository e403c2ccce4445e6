import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  addExcludeLine,
  excludeLineFor,
  hasExcludeLine,
  removeExcludeLine,
} from '../../core/settings/excludeText.ts';
import type { ExcludeUse } from '../../core/settings/installRecord.ts';
import { beckonHome } from '../beckonHome.ts';
import type { GitRepository } from './gitRepository.ts';
import { gitSays, pathInRepository } from './gitRepository.ts';
import { allRecords } from './installRecords.ts';
import { replaceFile } from './replaceFile.ts';
import { readSettingsFile } from './settingsFile.ts';

/**
 * Makes git overlook a file that only one person is to have, through the exclude file all worktrees share. Gives what
 * an install has to remember of it: nothing where git ignores or tracks the file anyway.
 *
 * A line another install put there is shared: each remembers it, and the last one to go takes it out.
 */
export async function excludeFromGit(
  repository: GitRepository,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<ExcludeUse | null> {
  const inside = pathInRepository(repository, path);
  if (inside === undefined || /[\r\n]/u.test(inside)) {
    return null;
  }
  const file = join(repository.commonDir, 'info', 'exclude');
  const line = excludeLineFor(inside);
  const shared = (await allRecords(beckonHome(env))).find(
    ({ exclude }) => exclude?.file === file && exclude.line === line,
  );
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (hasExcludeLine(text ?? '', line)) {
    return shared?.exclude ?? null;
  }
  const said = await gitSays(repository, path, env);
  if (said === 'ignored' || said === 'tracked') {
    return null;
  }
  const added = addExcludeLine(text ?? '', line);
  const done = await swap(file, text, added.text);
  return done ? { file, line, madeFile: text === undefined, endedLine: added.endedLine } : null;
}

/** Takes the line out again, unless another install still needs it. `target` is the settings file that goes. */
export async function includeInGit(use: ExcludeUse, target: string, home: string): Promise<void> {
  const { file, line, madeFile, endedLine } = use;
  const needed = (await allRecords(home)).some(
    (record) => record.target !== target && record.exclude?.file === file && record.exclude.line === line,
  );
  const text = needed ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return;
  }
  const left = removeExcludeLine(text, line, endedLine);
  if (left === '' && madeFile) {
    await rm(file, { force: true });
  } else if (left !== text) {
    await swap(file, text, left);
  }
}

/** A repository that cannot be written to is no reason to refuse an install. */
async function swap(file: string, from: string | undefined, to: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true }).catch(() => {});
  const found = await readSettingsFile(file);
  if (found.kind === 'refused') {
    return false;
  }
  const expected = from === undefined ? undefined : Buffer.from(from);
  return replaceFile(found.target, { bytes: Buffer.from(to), expected }).catch(() => false);
}

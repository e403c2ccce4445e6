import { rm } from 'node:fs/promises';
import { removeEntries } from '../../core/settings/settingsEdit.ts';
import { beckonHome, relayPath } from '../beckonHome.ts';
import { includeInGit } from './gitExclude.ts';
import type { Refused } from './installEntriesIn.ts';
import { attempts, removeFolders, undoOf } from './installEntriesIn.ts';
import { allRecords, readRecord, removeRecord } from './installRecords.ts';
import { holds, replaceFile } from './replaceFile.ts';
import type { SettingsFile } from './settingsFile.ts';
import { readSettingsFile, reasonOf, writeProblem } from './settingsFile.ts';
import type { Place } from './settingsPlace.ts';
import { settingsPath } from './settingsPlace.ts';

/** What an uninstallation needs of the outside. */
interface UninstallOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Runs right before the last look at the file; for tests of what happens in between. */
  readonly beforeSwap?: () => Promise<void>;
}

/** What came of an uninstallation: `nothing` where there was nothing of ours. */
export type UninstallResult =
  | { readonly outcome: 'removed' | 'deleted' | 'nothing'; readonly file: string }
  | Refused;

/** Takes the entries out of Claude Code's settings file of a place, with everything an install made beside them. */
export function uninstallEntriesIn(options: UninstallOptions & Place): Promise<UninstallResult> {
  return uninstallFrom(settingsPath(options), options);
}

/** Takes the entries out of every settings file there is an undo record of: for the day Beckon itself goes. */
export async function uninstallEverywhere(env: NodeJS.ProcessEnv): Promise<readonly UninstallResult[]> {
  const results: UninstallResult[] = [];
  for (const { file } of await allRecords(beckonHome(env))) {
    // One after the other: several may share a line of one exclude file.
    results.push(await uninstallFrom(file, { env }));
  }
  return results;
}

async function uninstallFrom(file: string, options: UninstallOptions): Promise<UninstallResult> {
  const home = beckonHome(options.env);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await readSettingsFile(file);
    if (found.kind === 'refused') {
      return { outcome: 'refused', file, refusal: found.refusal };
    }
    const record = await readRecord(home, found.target);
    const left =
      found.kind === 'text'
        ? removeEntries(found.text, relayPath(home, 'claude-code'), record && undoOf(record))
        : undefined;
    if (typeof left === 'object') {
      return { outcome: 'refused', file, refusal: left };
    }
    const outcome = outcomeOf(found, left);
    const refusal = outcome === 'nothing' ? undefined : await writeProblem(found);
    if (refusal) {
      return { outcome: 'refused', file, refusal };
    }
    try {
      if (outcome !== 'nothing' && !(await write(found, left, options))) {
        continue;
      }
    } catch (error) {
      const message = `cannot be written (${reasonOf(error)})`;
      return { outcome: 'refused', file, refusal: { code: 'unwritable', message } };
    }
    if (record) {
      await removeRecord(home, found.target);
      await removeFolders(record.folders);
      await (record.exclude && includeInGit(record.exclude, found.target, home));
    }
    return { outcome, file };
  }
  return {
    outcome: 'refused',
    file,
    refusal: { code: 'changing', message: 'keeps changing while it is edited' },
  };
}

function outcomeOf(found: SettingsFile, left: string | undefined): 'removed' | 'deleted' | 'nothing' {
  if (found.kind !== 'text' || left === found.text) {
    return 'nothing';
  }
  return left === undefined ? 'deleted' : 'removed';
}

/** Whether the file was still the one that was read. */
async function write(
  found: SettingsFile,
  left: string | undefined,
  { beforeSwap }: UninstallOptions,
): Promise<boolean> {
  if (found.kind !== 'text') {
    return true;
  }
  if (left !== undefined) {
    return replaceFile(found.target, { bytes: Buffer.from(left), expected: found.bytes, beforeSwap });
  }
  await beforeSwap?.();
  const same = await holds(found.target, found.bytes);
  if (same) {
    await rm(found.target);
  }
  return same;
}

import { rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { InstallRecord } from '../../core/settings/installRecord.ts';
import { makeFolders, missingFolders } from '../makeFolders.ts';
import type { Exclusion } from './gitExclude.ts';
import { includeInGit } from './gitExclude.ts';
import { removeRecord, writeRecord } from './installRecords.ts';
import { replaceFile } from './replaceFile.ts';
import type { SettingsFile } from './settingsFile.ts';

/** One install that is ready to be written. */
export interface InstallWrite {
  readonly home: string;
  readonly found: Exclude<SettingsFile, { readonly kind: 'refused' }>;
  /** The new text; `undefined` where the file is right already. */
  readonly text: string | undefined;
  /** The undo record before and after. */
  readonly record: InstallRecord | undefined;
  readonly next: InstallRecord;
  /** What was said to git. */
  readonly exclusion: Exclusion | undefined;
  readonly beforeSwap: (() => Promise<void>) | undefined;
}

/**
 * Writes a settings file and its undo record. Says `false`, and takes everything back, where the file is no longer
 * the one that was read; likewise where it throws.
 *
 * The record goes first, also before the folders it names: without it what is there could not be undone to the byte.
 */
export async function writeInstall(write: InstallWrite): Promise<boolean> {
  const { home, found, text, record, next, exclusion, beforeSwap } = write;
  const { target } = found;
  const folders = text === undefined ? [] : missingFolders(dirname(target));
  let done = false;
  try {
    const told = JSON.stringify(next.excludes) !== JSON.stringify(record?.excludes ?? []);
    if (text !== undefined || told || exclusion?.remembered) {
      await writeRecord(home, { ...next, folders: [...new Set([...next.folders, ...folders])] });
    }
    if (text !== undefined) {
      makeFolders(dirname(target));
    }
    const expected = found.kind === 'text' ? found.bytes : undefined;
    done =
      text === undefined || (await replaceFile(target, { bytes: Buffer.from(text), expected, beforeSwap }));
    return done;
  } finally {
    if (!done) {
      await (record ? writeRecord(home, record) : removeRecord(home, target)).catch(() => {});
      if (exclusion?.added && exclusion.use) {
        await includeInGit(exclusion.use, []);
      }
      await removeFolders(folders);
    }
  }
}

/** Removes folders that are empty, innermost first. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    await rmdir(folder).catch(() => {});
  }
}

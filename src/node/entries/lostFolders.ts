import { access } from 'node:fs/promises';
import { includeInGit } from './gitExclude.ts';
import { allRecords, isLost, livingRecords, removeRecord } from './installRecords.ts';

/**
 * Undoes what is left of installs in folders that were deleted, such as worktrees: their undo records, and what they
 * said to git. Where the repository cannot be seen either, the record stays: its disk may be away, and it is the only
 * backup.
 */
export async function forgetLostFolders(home: string): Promise<void> {
  for (const record of await allRecords(home)) {
    const seen = await Promise.all(record.excludes.map(({ file }) => isThere(file)));
    if (seen.includes(true) && (await isLost(record))) {
      for (const use of record.excludes) {
        await includeInGit(use, await livingRecords([home]));
      }
      await removeRecord(home, record.target);
    }
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

import { access } from 'node:fs/promises';
import type { ExcludeUse } from '../../core/settings/installRecord.ts';
import { includeInGit } from './gitExclude.ts';
import { allRecords, isLost, livingRecords, removeRecord } from './installRecords.ts';

/**
 * Undoes what is left of installs in folders that were deleted, such as worktrees: their undo records, and what they
 * said to git. Where the repository cannot be seen either, the record stays: its disk may be away, and it is the only
 * backup.
 */
export async function forgetLostFolders(home: string): Promise<void> {
  const uses: ExcludeUse[] = [];
  for (const record of await allRecords(home)) {
    const seen = await Promise.all(record.excludes.map(({ file }) => isThere(file)));
    if (seen.includes(true) && (await isLost(record))) {
      await removeRecord(home, record.target);
      uses.push(...record.excludes);
    }
  }
  for (const use of uses) {
    await includeInGit(use, await livingRecords([home]));
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AtTerminal } from '../../../node/programNode.ts';
import { claudeConfigDir, claudeSessionsDir } from './claudeHome.ts';

/**
 * Whether a Claude Code shows a dialog, as its session file says: also one that the person opened, as the choice of a
 * model, where what is typed chooses something.
 */
export async function showsDialog({ pid, transcript }: AtTerminal): Promise<boolean> {
  // Its files may lie where nobody else's do: <folder>/projects/<project>/<session>.jsonl.
  const own = transcript === undefined ? [] : [dirname(dirname(dirname(transcript)))];
  for (const folder of [...own, claudeConfigDir()]) {
    try {
      const file = join(claudeSessionsDir(folder), `${pid}.json`);
      const told: unknown = JSON.parse(await readFile(file, 'utf8'));
      return typeof told === 'object' && told !== null && 'status' in told && told.status === 'waiting';
    } catch {
      // No such file, or one that is being written: then nothing is known.
    }
  }
  return false;
}

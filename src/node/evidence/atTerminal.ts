import { readFile, readlink, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claudeConfigDir, claudeSessionsDir } from './claudeHome.ts';

/** An agent, as far as it tells where to look. */
export interface AtTerminal {
  readonly pid?: number;
  readonly transcript?: string;
}

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

/** Linux notes only the first input in each eight seconds of the clock. */
const stepMs = 8000;

/** When something may last have been typed into a terminal that tells of an input at that time, and of none since. */
export function inputUntil(inputAt: number): number {
  return (Math.floor(inputAt / stepMs) + 1) * stepMs;
}

/**
 * When something was typed into the terminal of a process, as far as the system tells: see {@link inputUntil}. Only Linux
 * does. A click into the terminal counts too, where its program wants to know of that, and so does what the terminal
 * itself answers to its program.
 */
export async function lastInputAt({ pid }: AtTerminal): Promise<number | undefined> {
  if (pid === undefined) {
    return undefined;
  }
  try {
    const terminal = await readlink(`/proc/${pid}/fd/0`);
    return terminal.startsWith('/dev/pts/') ? (await stat(terminal)).atimeMs : undefined;
  } catch {
    return undefined;
  }
}

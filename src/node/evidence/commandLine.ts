import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * The words a process was started with, unless it wrote others in their place; `undefined` where it is gone, or the system
 * does not tell. macOS tells one line, which is cut at its blanks.
 */
export async function commandLine(pid: number): Promise<readonly string[] | undefined> {
  if (process.platform === 'darwin') {
    const line = await new Promise<string>((resolve) => {
      const args = ['-ww', '-o', 'command=', '-p', String(pid)];
      execFile('ps', args, { env: { ...process.env, LC_ALL: 'C' }, timeout: 5000 }, (_, out) => resolve(out));
    });
    return wordsOf(line, /\s+/u);
  }
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  // Who writes a title of its own over the words ends it with a blank, or with nothing.
  return wordsOf(line, line.includes('\0') ? /\0/u : / /u);
}

function wordsOf(line: string, between: RegExp): readonly string[] | undefined {
  const words = line.trim().split(between).filter(Boolean);
  return words.length > 0 ? words : undefined;
}

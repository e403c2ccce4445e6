import { readdir, readFile, readlink } from 'node:fs/promises';
import { commandLine } from '../../../node/evidence/commandLine.ts';
import { parseTtyStat } from '../../../node/evidence/terminalReader.ts';
import { isCodex } from '../pure/events.ts';

/**
 * The Codex on whose terminal a conversation of the shared server is shown: the one that was started to resume it, or the
 * only one in its folder. Only Linux tells where a process is.
 */
export async function shownBy({
  session,
  folder,
}: {
  readonly session: string;
  readonly folder: string;
}): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/u.test(name)).map(Number);
  const found = (await Promise.all(pids.map(screenOf))).filter((one) => one !== undefined);
  const resumed = found.filter(({ words }) => words.includes(session));
  const here = found.filter((one) => one.folder === folder);
  const [only, ...others] = resumed.length > 0 ? resumed : here;
  return others.length === 0 ? only?.pid : undefined;
}

interface Screen {
  readonly pid: number;
  readonly words: readonly string[];
  readonly folder: string;
}

/** A Codex that has a terminal; `undefined` for every other process. */
async function screenOf(pid: number): Promise<Screen | undefined> {
  const words = (await commandLine(pid)) ?? [];
  if (!isCodex(words)) {
    return undefined;
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const folder = await readlink(`/proc/${pid}/cwd`);
    return parseTtyStat(pid, stat).tty === undefined ? undefined : { pid, words, folder };
  } catch {
    return undefined;
  }
}

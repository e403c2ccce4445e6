import { readdir, readFile } from 'node:fs/promises';
import type { LivingProcess } from './processTable.ts';
import { parseStat } from './processTable.ts';

/**
 * What lives of the session that a shell began, with the shell: also what it left behind when it went. Nothing where the
 * number of the shell is another's by now. Only Linux tells.
 */
export async function sessionMembers(shell: {
  readonly pid: number;
  readonly start: string;
}): Promise<readonly LivingProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(
    names.filter((name) => /^\d+$/u.test(name)).map((name) => memberOf(shell.pid, Number(name))),
  );
  const members = found.filter((one) => one !== undefined);
  const leader = members.find(({ pid }) => pid === shell.pid);
  return leader === undefined || leader.start === shell.start ? members : [];
}

async function memberOf(session: number, pid: number): Promise<LivingProcess | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, , , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A shell begins its session only a moment after it was started.
  return Number(own) === session || pid === session ? parseStat(pid, stat) : undefined;
}

import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { descendants } from './processTable.ts';

/**
 * Why what is typed into a terminal would not be read by an agent: the agent has another terminal, as one inside of that;
 * it is suspended or in the background, and its shell reads; or a program that it opened does, as an editor.
 */
export type NotRead = 'elsewhere' | 'behind' | 'covered';

/** What the system tells of a process and its terminal. */
interface AtTty {
  readonly pid: number;
  /** The terminal, as a word that no other shares; missing where the process has none. */
  readonly tty?: string;
  readonly group: number;
  /** The process group that reads the terminal. */
  readonly foreground: number;
  readonly isStopped: boolean;
}

/**
 * Why an agent would not read what is typed into the terminal of a shell; nothing where it does. What cannot be known of
 * the two of them counts as `elsewhere`: what is typed into the dark may be executed.
 */
export async function notReadBy(agent: number, shell: number): Promise<NotRead | undefined> {
  const pids = [agent, shell];
  const found = process.platform === 'darwin' ? await psTtys(pids) : await procTtys(pids);
  const [own, its] = pids.map((pid) => found.find((one) => one.pid === pid));
  if (own?.tty === undefined || own.tty !== its?.tty) {
    return 'elsewhere';
  }
  if (own.isStopped || own.group !== own.foreground) {
    return 'behind';
  }
  return (await isCovered(agent)) ? 'covered' : undefined;
}

/**
 * Whether a program that an agent started has the agent's input as its own, as an editor; tools and servers have pipes.
 * Its group tells nothing: it is the agent's. Only Linux tells of the input of others.
 */
export async function isCovered(agent: number): Promise<boolean> {
  const input = await inputOf(agent);
  if (!input?.startsWith('/dev/')) {
    return false;
  }
  const below = await descendants(agent);
  const [own, ...others] = await Promise.all([agent, ...below].map(commandOf));
  const inputs = await Promise.all(below.map(inputOf));
  // A tool that is just being started is still a copy of the agent: its own input comes with its program.
  return inputs.some((one, index) => one === input && others[index] !== own);
}

function commandOf(pid: number): Promise<string | undefined> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
}

function inputOf(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/fd/0`).catch(() => undefined);
}

async function procTtys(pids: readonly number[]): Promise<readonly AtTty[]> {
  const stats = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    return stat === undefined ? undefined : parseTtyStat(pid, stat);
  });
  return (await Promise.all(stats)).filter((one) => one !== undefined);
}

/** A process and its terminal, as `/proc/<pid>/stat` tells of them. */
export function parseTtyStat(pid: number, stat: string): AtTty {
  // The name of the program is in parentheses and may contain anything, so the fields are counted behind it.
  const [state = '', , group, , tty, foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return atTty(pid, { group, foreground, state, tty });
}

async function psTtys(pids: readonly number[]): Promise<readonly AtTty[]> {
  const args = ['-o', 'pid=,pgid=,tpgid=,stat=,tty=', '-p', pids.join(',')];
  // It exits 1 when one of them is gone, and still lists the other.
  const table = await new Promise<string>((resolve) => {
    execFile('ps', args, { env: { ...process.env, LC_ALL: 'C' }, timeout: 5000 }, (_, out) => resolve(out));
  });
  return parseTtyPs(table);
}

/** The processes in the output of `ps -o pid=,pgid=,tpgid=,stat=,tty=`. */
export function parseTtyPs(table: string): readonly AtTty[] {
  return table.split('\n').flatMap((line) => {
    const [pid, group, foreground, state = '', tty] = line.trim().split(/\s+/u);
    return tty === undefined ? [] : [atTty(Number(pid), { group, foreground, state, tty })];
  });
}

/** What stands for no terminal, in `/proc` and in `ps`. */
const noTty = /^(?:0|\?+|-)$/u;

function atTty(
  pid: number,
  told: { group?: string; foreground?: string; state: string; tty?: string },
): AtTty {
  const { group, foreground, state, tty } = told;
  return {
    pid,
    ...(tty === undefined || noTty.test(tty) ? {} : { tty }),
    group: Number(group),
    foreground: Number(foreground),
    isStopped: /^[Tt]/u.test(state),
  };
}

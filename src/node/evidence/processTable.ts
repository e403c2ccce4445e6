import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** A process that lives: a zombie does not. */
export interface LivingProcess {
  readonly pid: number;
  readonly parent?: number;
  /**
   * When it began, as a word that no other process of the same id shares; missing where the system does not tell.
   */
  readonly start?: string;
  /** It was stopped, as by Ctrl+Z; only Linux tells. */
  readonly isStopped?: true;
  /** It has gone into the background for good: it leads a session of its own, and has no terminal. */
  readonly isDetached?: true;
}

/** Those of `pids` that live, whoever they belong to. On macOS this runs one `ps`, however many are asked for. */
export async function findProcesses(pids: readonly number[]): Promise<ReadonlyMap<number, LivingProcess>> {
  const there = pids.filter(answersSignal);
  const found = process.platform === 'darwin' ? await psTable(there) : procTable(there);
  return new Map(found.map((one) => [one.pid, one]));
}

/** When a process began; `undefined` when it does not live, or the system does not tell. */
export async function processStart(pid: number): Promise<string | undefined> {
  return (await findProcesses([pid])).get(pid)?.start;
}

/** The same for who cannot wait: only Linux tells at once, elsewhere it is `undefined`. */
export function startNow(pid: number): string | undefined {
  return parseStat(pid, statOf(pid) ?? '')?.start;
}

/** Whether a process lives and, where `start` is given, is the one that began then. */
export async function isAlive(pid: number, start?: string): Promise<boolean> {
  const found = (await findProcesses([pid])).get(pid);
  return found !== undefined && isSameStart(found.start, start);
}

/** Whether two starts may be of one process: one that is not known is no difference. */
export function isSameStart(a: string | undefined, b: string | undefined): boolean {
  return a === undefined || b === undefined || a === b;
}

const deepest = 64;

/**
 * The parents of a process, nearest first, as far as they can be seen; without the process itself. What is above a server
 * in the background only happened to start it.
 */
export async function ancestors(pid: number): Promise<readonly number[]> {
  const chain: number[] = [];
  let child = pid;
  while (chain.length < deepest) {
    const { parent, isDetached } = (await findProcesses([child])).get(child) ?? {};
    if (parent === undefined || parent <= 0 || isDetached || chain.includes(parent)) {
      break;
    }
    chain.push(parent);
    child = parent;
  }
  return chain;
}

/** The ids of {@link processesBelow}. */
export async function descendants(pid: number): Promise<readonly number[]> {
  return (await processesBelow(pid)).map((one) => one.pid);
}

/** Everything that a process started and that lives, without the process itself; nearest first. */
export async function processesBelow(pid: number): Promise<readonly LivingProcess[]> {
  const table = process.platform === 'darwin' ? await psTable('all') : procTable(await allPids());
  const found: LivingProcess[] = [{ pid }];
  for (const { pid: parent } of found) {
    found.push(
      ...table.filter((one) => one.parent === parent && !found.some((each) => each.pid === one.pid)),
    );
  }
  return found.slice(1);
}

/** The pid namespace of this process, as Linux names it (`pid:[…]`); `undefined` elsewhere. */
export async function pidNamespace(): Promise<string | undefined> {
  return readlink('/proc/self/ns/pid').catch(() => undefined);
}

/** Where the pids of this process mean something: this machine, and on Linux this namespace of it. */
export async function pidDomain(): Promise<string> {
  return `${hostname()} ${(await pidNamespace()) ?? ''}`.trim();
}

/** Whether there is a process of this id, whoever it belongs to; a zombie counts. */
export function answersSignal(pid: number): boolean {
  // 0 and negative numbers name groups: a signal to them is another question.
  if (!Number.isInteger(pid) || pid <= 0) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function procTable(pids: readonly number[]): LivingProcess[] {
  return pids.flatMap((pid) => {
    const stat = statOf(pid);
    // It answered, so it lives: a system without /proc, or one that hides the processes of others.
    return stat === undefined ? (answersSignal(pid) ? { pid } : []) : (parseStat(pid, stat) ?? []);
  });
}

/** At once: that waits for no disk, and to wait for it costs ten times as much. */
function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Of one that went while it was looked at nothing is told. */
const dead = /^(?:[ZXx]|$)/u;

/** A process as `/proc/<pid>/stat` tells of it; `undefined` for a zombie, and for one that has gone. */
export function parseStat(pid: number, stat: string): LivingProcess | undefined {
  // The name of the program is in parentheses and may contain anything, so the fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, , session, tty] = fields;
  const start = fields[19];
  return dead.test(state)
    ? undefined
    : {
        pid,
        ...(parent ? { parent: Number(parent) } : {}),
        ...(start ? { start } : {}),
        ...(state === 'T' ? { isStopped: true } : {}),
        ...(session === String(pid) && tty === '0' ? { isDetached: true } : {}),
      };
}

async function allPids(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/u.test(name)).map(Number);
}

async function psTable(pids: readonly number[] | 'all'): Promise<LivingProcess[]> {
  if (pids.length === 0) {
    return [];
  }
  const table = await new Promise<string | undefined>((resolve) => {
    const which = pids === 'all' ? ['-A'] : ['-p', pids.join(',')];
    const args = ['-o', 'pid=,ppid=,tty=,stat=,lstart=', ...which];
    const env = { ...process.env, LC_ALL: 'C' };
    // It exits 1 when one of them is gone, and still lists the others.
    execFile('ps', args, { env, timeout: 5000 }, (error, out) =>
      resolve(error && typeof error.code !== 'number' ? undefined : out),
    );
  });
  if (table === undefined) {
    return pids === 'all' ? [] : pids.map((pid) => ({ pid }));
  }
  return parsePs(table);
}

/** The processes in the output of `ps -o pid=,ppid=,tty=,stat=,lstart=`, without zombies. */
export function parsePs(table: string): LivingProcess[] {
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, tty = '', stat = '', start] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+(\S.*?)\s*$/u.exec(line) ?? [];
    const detached = tty.startsWith('?') && stat.includes('s') ? { isDetached: true as const } : {};
    return pid === undefined || start === undefined || dead.test(stat)
      ? []
      : [{ pid: Number(pid), parent: Number(parent), start, ...detached }];
  });
}

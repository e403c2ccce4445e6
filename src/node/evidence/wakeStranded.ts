import { readFile } from 'node:fs/promises';
import { findProcesses } from './processTable.ts';

/**
 * Continues a process that is stranded: stopped, without a terminal, and its shell gone. A shell that is hung up takes the
 * terminal back before it exits, and an agent that touches the terminal just then is stopped for it. The system continues
 * those that had stopped by the time the shell exited. Nobody would continue the others: they could not even end. Only
 * Linux tells.
 */
export async function wakeStranded(pid: number): Promise<void> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [state, , , session, terminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const leader = Number(session);
  const isShellGone = async () => leader !== pid && !(await findProcesses([leader])).has(leader);
  if (state === 'T' && terminal === '0' && (await isShellGone())) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It ended meanwhile, or belongs to somebody else.
    }
  }
}

import { spawn } from 'node:child_process';
import { realFolder } from './realFolder.ts';

/** Signals the process group of a child that leads one; harmless where nobody is left in it. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid === undefined) {
      return;
    }
    if (process.platform === 'win32') {
      // There are no groups; this ends what the child started, as long as the child is there.
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {});
      return;
    }
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}

/** Whether somebody is left in the process group of a child that led one. */
export function hasGroup(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.platform !== 'win32' && process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Why a command could not be started in a folder, in a sentence. */
export function startProblem(folder: string, error: unknown): string {
  // The system blames the program for a folder that is gone.
  if (realFolder('/', folder) === undefined) {
    return `The command could not be started: there is no folder ${folder}.`;
  }
  const { code } = error as NodeJS.ErrnoException;
  return `The command could not be started${code ? ` (${code})` : ''}.`;
}

import { spawn } from 'node:child_process';
import { atExit } from '../cache/cleanup.mjs';
import { endGroup } from '../cache/runLogged.mjs';
import { withoutGit } from '../cache/withoutGit.mjs';

/** How a program ended and what it said; `ending` puts a bad end in words and is undefined after a good one. */
export interface Captured {
  readonly output: string;
  readonly ending: string | undefined;
}

/** The most of a program's output that is kept; the end is kept, because that is where failures are told. */
const outputLimit = 400_000;

const graceMs = 5_000;

/** A captured program does not see whether a person will read it on a terminal; some would colour a log file. */
const colourEnv = process.stdout.isTTY
  ? { FORCE_COLOR: '1', NO_COLOR: undefined }
  : { NO_COLOR: '1', FORCE_COLOR: undefined };

/**
 * Runs a program to its end and keeps what it wrote, both streams in one. It gets its own process group, which is
 * ended when the time is up or when this process ends, and none of the variables of git.
 */
export function runCaptured(
  [program = '', ...args]: readonly string[],
  { cwd, env = process.env, timeoutMs }: { cwd: string; env?: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<Captured> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...withoutGit(env), ...colourEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let timedOut = false;
    let killer: NodeJS.Timeout | undefined;
    // Asked first and killed later: a program that started others has to have the time to end them.
    const forget = atExit(() => endGroup(child.pid, 'SIGTERM'));
    const timer = setTimeout(() => {
      timedOut = true;
      endGroup(child.pid, 'SIGTERM');
      killer = setTimeout(() => {
        endGroup(child.pid, 'SIGKILL');
        // Not left to 'close', which a process that outlived the group would hold back for ever.
        finish(tooLong);
      }, graceMs);
    }, timeoutMs);
    const tooLong = `did not end within ${timeoutMs / 1000} s`;
    const finish = (ending: string | undefined) => {
      clearTimeout(timer);
      clearTimeout(killer);
      forget();
      resolve({ output, ending });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output = (output + text).slice(-outputLimit);
      });
    }
    child.on('error', (error) => finish(`${program} could not be started (${error.message})`));
    child.on('close', (code, signal) => {
      if (timedOut) finish(tooLong);
      else finish(code === 0 ? undefined : `ended with ${code === null ? signal : `exit code ${code}`}`);
    });
  });
}

import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { atExit } from './cleanup.mjs';
import { UserError } from './userError.mjs';
import { withoutGit } from './withoutGit.mjs';

/**
 * Runs a program with its output appended to a log file and resolves when it ended well; otherwise rejects with one
 * sentence that names the log. The program gets its own process group, which ends with this process.
 * @param {readonly string[]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, logFile: string, failure: string }} options
 * @returns {Promise<void>}
 */
export async function runLogged([program = '', ...args], { cwd, env = process.env, logFile, failure }) {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  try {
    await new Promise((resolve, reject) => {
      const child = spawn(program, args, {
        cwd,
        env: withoutGit(env),
        stdio: ['ignore', log, log],
        detached: true,
      });
      const forget = atExit(() => endGroup(child.pid, 'SIGKILL'));
      child.on('error', (error) => {
        forget();
        reject(new UserError(`${failure}: ${program} could not be started (${error.message}).`));
      });
      child.on('close', (code, signal) => {
        forget();
        if (code === 0) resolve(undefined);
        else
          reject(
            new UserError(
              `${failure} (${reasonIn(logFile) ?? `ended with ${code ?? signal}`}); the log is ${logFile}`,
            ),
          );
      });
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Sends a signal to a process group this process started; a group that is already gone is fine.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function endGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Already ended.
  }
}

/**
 * npm's own short reason, if the log has one: ENOTFOUND says more than an exit status.
 * @param {string} logFile
 * @returns {string | undefined}
 */
export function reasonIn(logFile) {
  const told = /^npm (?:error|ERR!) code ([A-Z]\w+)$|attempt \d+ failed with (\S+)$/gm;
  const last = [...readFileSync(logFile, 'utf8').matchAll(told)].at(-1);
  return last?.[1] ?? last?.[2];
}

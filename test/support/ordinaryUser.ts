import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const canBecomeOrdinary = isRoot && spawnSync('setpriv', ['--version']).status === 0;

/** A command that runs as an ordinary user, also where the tests run as root, who may do what others may not. */
export function asOrdinaryUser(command: readonly string[]): [string, ...string[]] {
  if (!isRoot) return command as [string, ...string[]];
  if (!canBecomeOrdinary) {
    throw new Error('The tests run as root, and setpriv is missing, which would make them an ordinary user.');
  }
  return ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...command];
}

/** A command that may write only where its user may, also where that is root; the same user runs it. */
export function withinRights(command: readonly string[]): [string, ...string[]] {
  const [program] = asOrdinaryUser(command);
  return isRoot ? [program, '--bounding-set=-dac_override', ...command] : (command as [string, ...string[]]);
}

/** Gives a folder and all in it to the ordinary user. */
export function giveToOrdinaryUser(path: string): void {
  if (!isRoot) return;
  chownSync(path, nobody, nobody);
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(path, name), nobody, nobody);
  }
}

let owner: Promise<number> | undefined;

/** A living process of the ordinary user: a discovery file names one. It ends with this process, however that ends. */
export function ownerPid(): Promise<number> {
  owner ??= startOwner();
  return owner;
}

/** It says when it is the ordinary user's: before that nobody else may see whether it lives. */
async function startOwner(): Promise<number> {
  const [command, ...args] = asOrdinaryUser(['sh', '-c', 'echo ready; exec cat >/dev/null']);
  const started = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  await once(started.stdout, 'data');
  started.unref();
  (started.stdin as Socket).unref();
  started.stdout.destroy();
  if (started.pid === undefined) throw new Error('No process of the ordinary user could be started.');
  return started.pid;
}

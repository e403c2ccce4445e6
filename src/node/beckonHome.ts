import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Scope } from '../core/settings/wanted.ts';

/**
 * The folder of everything Beckon keeps: `BECKON_HOME`, or `.beckon` in the person's home. It may not be there yet.
 * Throws, with a sentence for the person, where neither can be told.
 */
export function beckonHome(env: NodeJS.ProcessEnv): string {
  const { BECKON_HOME } = env;
  if (!BECKON_HOME) {
    return join(personHome(env), '.beckon');
  }
  try {
    return resolve(BECKON_HOME);
  } catch {
    throw new Error('the current folder no longer exists: give BECKON_HOME as a full path');
  }
}

/**
 * The person's own folder: `HOME` before what the system knows, except on Windows, where shells set it to anything.
 * Throws, with a sentence for the person, where there is none.
 */
export function personHome(env: NodeJS.ProcessEnv): string {
  try {
    return (process.platform === 'win32' ? undefined : env.HOME) || homedir();
  } catch {
    throw new Error('no home directory: set HOME or BECKON_HOME');
  }
}

/** Where the relay of a program lies. */
export function relayPath(home: string, program: string): string {
  return join(home, 'bin', program);
}

/**
 * What is put behind a PATH so that the command line is found. Behind, not before: the relay lies there too, under the
 * name of its program.
 */
export function pathEnd(home: string): string {
  return `${delimiter}${join(home, 'bin')}`;
}

/** The folder whose relay the entries of a scope run: a project's name the one in each person's own home. */
export function relayHome(scope: Scope, env: NodeJS.ProcessEnv): string {
  return scope === 'project' ? join(personHome(env), '.beckon') : beckonHome(env);
}

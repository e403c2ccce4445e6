import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of everything Beckon keeps: `BECKON_HOME`, or `.beckon` in the person's home. It may not be there yet. */
export function beckonHome(env: NodeJS.ProcessEnv): string {
  return env.BECKON_HOME ? resolve(env.BECKON_HOME) : join(personHome(env), '.beckon');
}

/** The person's own folder: `HOME` before what the system knows, except on Windows, where shells set it to anything. */
export function personHome(env: NodeJS.ProcessEnv): string {
  return (process.platform === 'win32' ? undefined : env.HOME) || homedir();
}

/** Where the relay of a program lies. */
export function relayPath(home: string, program: string): string {
  return join(home, 'bin', program);
}

/** Makes the folder, or one in it, for the person alone. One that is there keeps its mode. */
export async function makePrivateFolder(home: string, name = ''): Promise<string> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const folder = join(home, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RelayRules } from '../../core/wire/relayRules.ts';
import { makeFolders } from '../makeFolders.ts';
import { replaceFile } from './replaceFile.ts';

/** Writes what the relay of a program has to know; what is there already is left as it is. */
export async function writeRules(home: string, { program, waits, told }: RelayRules): Promise<void> {
  makeFolders(join(home, 'waits'), 0o700);
  makeFolders(join(home, 'env'), 0o700);
  for (const [event, rule] of Object.entries(waits)) {
    await put(join(home, 'waits', `${program}.${event}`), `${rule}\n`);
  }
  await put(join(home, 'env', program), `${told.join(' ')}\n`);
}

/** Takes away the rules of events that wait no longer. */
export async function dropOldRules(home: string, { program, waits }: RelayRules): Promise<void> {
  const isOld = (name: string) =>
    name.startsWith(`${program}.`) && !Object.hasOwn(waits, name.slice(program.length + 1));
  for (const name of (await readdir(join(home, 'waits'))).filter(isOld)) {
    await rm(join(home, 'waits', name), { force: true });
  }
}

async function put(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    await replaceFile(path, text, 0o600);
  }
}

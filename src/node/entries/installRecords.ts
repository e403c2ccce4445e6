import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { InstallRecord } from '../../core/settings/installRecord.ts';
import { parseInstallRecord } from '../../core/settings/installRecord.ts';
import { makeFolders } from '../makeFolders.ts';
import { replaceFile } from './replaceFile.ts';

const folderName = 'installs';

/** The undo record of a settings file, by the file behind all links; `undefined` where there is none. */
export async function readRecord(home: string, target: string): Promise<InstallRecord | undefined> {
  const text = await readFile(pathOf(home, target), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseInstallRecord(text);
}

/** Writes an undo record. One that could not be read is put aside, not overwritten: it may be the only backup. */
export async function writeRecord(home: string, record: InstallRecord): Promise<void> {
  makeFolders(join(home, folderName), 0o700);
  const path = pathOf(home, record.target);
  const bytes = Buffer.from(`${JSON.stringify(record)}\n`);
  const old = await readFile(path).catch(() => undefined);
  if (old !== undefined && parseInstallRecord(old.toString()) === undefined) {
    await rename(path, `${path}.damaged`);
    await replaceFile(path, { bytes, expected: undefined, mode: 0o600 });
    return;
  }
  await replaceFile(path, { bytes, expected: old, mode: 0o600 });
}

/** Forgets an undo record. */
export async function removeRecord(home: string, target: string): Promise<void> {
  await rm(pathOf(home, target), { force: true });
}

/** The undo records of some Beckon homes whose files, or at least the folders they were made for, are there. */
export async function livingRecords(homes: readonly string[]): Promise<readonly InstallRecord[]> {
  const records = (await Promise.all(homes.map(allRecords))).flat();
  const lost = await Promise.all(records.map(isLost));
  return records.filter((_, at) => !lost[at]);
}

/** The folder whose settings file a record is of. */
export function holderOf({ file, holder }: InstallRecord): string {
  return holder ?? dirname(dirname(file));
}

/** Whether a record is of a folder that was deleted, such as a worktree, with the settings file in it. */
export async function isLost(record: InstallRecord): Promise<boolean> {
  return !(await isThere(holderOf(record))) && !(await isThere(record.target));
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Every undo record that can be read. */
export async function allRecords(home: string): Promise<readonly InstallRecord[]> {
  const folder = join(home, folderName);
  const names = await readdir(folder).catch(() => []);
  const records = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{64}$/u.test(name))
      .map(async (name) => parseInstallRecord(await readFile(join(folder, name), 'utf8').catch(() => ''))),
  );
  return records.filter((record) => record !== undefined);
}

function pathOf(home: string, target: string): string {
  return join(home, folderName, createHash('sha256').update(target).digest('hex'));
}

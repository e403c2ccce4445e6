import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { parseObject } from '../../../core/text/jsonObject.ts';
import type { FoundProgram } from '../../../node/programNode.ts';

/** A program that is installed, and the file behind all links. */
export interface InstalledProgram extends FoundProgram {
  readonly file: string;
}

/** By which names a program is looked for, and where its installers put it besides the PATH. */
export interface ProgramPlaces {
  readonly names: readonly string[];
  readonly usual: readonly string[];
}

/** Looks for a program on the PATH, and where its installers put it. It is not run, and a shell may still find another. */
export async function findProgram(
  env: NodeJS.ProcessEnv,
  { names, usual }: ProgramPlaces,
): Promise<InstalledProgram | undefined> {
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const path of [...programsIn(onPath, names), ...usual]) {
    if (await isProgram(path)) {
      const file = await realpath(path).catch(() => path);
      return { path, file, isOnPath: onPath.includes(dirname(path)) };
    }
  }
  return undefined;
}

/** Every file that would be a program of one of these names in one of these folders. */
export function programsIn(folders: readonly string[], names: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** The version of a package of npm, where it lies in a folder. */
export async function versionIn(folder: string, npmPackage: string): Promise<string | undefined> {
  const { name, version } =
    parseObject(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')) ?? {};
  return name === npmPackage && typeof version === 'string' ? version : undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

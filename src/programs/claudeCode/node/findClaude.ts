import { access, constants, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { FoundProgram } from '../../../node/programNode.ts';

/** A Claude Code that is installed, and the file behind all links. */
export interface InstalledClaude extends FoundProgram {
  readonly file: string;
}

const names = process.platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude'];

/**
 * Looks for the program `claude`: on the PATH, and where its own installer puts it. No program is run, and a shell may
 * still find one elsewhere.
 */
export async function findClaude(env: NodeJS.ProcessEnv): Promise<InstalledClaude | undefined> {
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const path of [...programsIn(onPath), ...usualPrograms(env)]) {
    if (await isProgram(path)) {
      const file = await realpath(path).catch(() => path);
      return { path, file, isOnPath: onPath.includes(dirname(path)) };
    }
  }
  return undefined;
}

/** Where the installers of Claude Code put it, also where no PATH says so. */
export function usualPrograms(env: NodeJS.ProcessEnv): readonly string[] {
  const own = personHome(env);
  return programsIn([join(own, '.local', 'bin'), join(own, '.claude', 'local')]);
}

function programsIn(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

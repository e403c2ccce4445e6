import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { SeenProgram } from '../../../node/programNode.ts';
import type { InstalledProgram } from '../../shared/node/findProgram.ts';
import { findProgram, programsIn } from '../../shared/node/findProgram.ts';

const names = process.platform === 'win32' ? ['codex.exe', 'codex.cmd'] : ['codex'];

/** Looks for the program `codex`: on the PATH, and where installers put it. */
export function findCodex(env: NodeJS.ProcessEnv): Promise<InstalledProgram | undefined> {
  return findProgram(env, { names, usual: usualPrograms(env) });
}

/** Where the installers of Codex put it, also where no PATH says so. */
export function usualPrograms(env: NodeJS.ProcessEnv): readonly string[] {
  return programsIn([join(personHome(env), '.local', 'bin'), '/opt/homebrew/bin', '/usr/local/bin'], names);
}

/** What can be seen of Codex on this machine. By npm it has a package.json that tells its version. */
export async function seenCodex(env: NodeJS.ProcessEnv): Promise<SeenProgram> {
  const found = await findCodex(env);
  const version = found && (await packageVersion(join(dirname(dirname(found.file)), 'package.json')));
  return { isHere: found !== undefined, version };
}

async function packageVersion(file: string): Promise<string | undefined> {
  try {
    const { version } = JSON.parse(await readFile(file, 'utf8')) as { readonly version?: unknown };
    return typeof version === 'string' && /^\d+\.\d+\.\d+/u.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

import { dirname, join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { SeenProgram } from '../../../node/programNode.ts';
import type { InstalledProgram } from '../../shared/node/findProgram.ts';
import { findProgram, programsIn, versionIn } from '../../shared/node/findProgram.ts';

const names = process.platform === 'win32' ? ['copilot.exe', 'copilot.cmd'] : ['copilot'];

/** Looks for the program `copilot`: on the PATH, and where its own installer puts it. */
export function findCopilot(env: NodeJS.ProcessEnv): Promise<InstalledProgram | undefined> {
  return findProgram(env, { names, usual: usualPrograms(env) });
}

/** Where the installer of Copilot CLI puts it, also where no PATH says so. */
export function usualPrograms(env: NodeJS.ProcessEnv): readonly string[] {
  return programsIn([join(personHome(env), '.local', 'bin')], names);
}

/** Looks for Copilot CLI. Its version can be told where npm installed it. */
export async function seenCopilot(env: NodeJS.ProcessEnv): Promise<SeenProgram> {
  const found = await findCopilot(env);
  return {
    isHere: found !== undefined,
    version: found && (await versionIn(dirname(found.file), '@github/copilot')),
  };
}

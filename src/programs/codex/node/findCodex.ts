import { dirname, join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { SeenProgram } from '../../../node/programNode.ts';
import type { InstalledProgram } from '../../shared/node/findProgram.ts';
import { findProgram, programsIn, versionIn } from '../../shared/node/findProgram.ts';

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
  const version = found && (await versionIn(dirname(dirname(found.file)), '@openai/codex'));
  return { isHere: found !== undefined, version };
}

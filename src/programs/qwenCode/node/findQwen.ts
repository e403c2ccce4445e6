import { dirname, join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { SeenProgram } from '../../../node/programNode.ts';
import type { InstalledProgram } from '../../shared/node/findProgram.ts';
import { findProgram, programsIn, versionIn } from '../../shared/node/findProgram.ts';

const names = process.platform === 'win32' ? ['qwen.cmd', 'qwen.exe'] : ['qwen'];

/** Looks for the program `qwen`. */
export function findQwen(env: NodeJS.ProcessEnv): Promise<InstalledProgram | undefined> {
  return findProgram(env, { names, usual: usualPrograms(env) });
}

/** Where people have npm put it, also where no PATH says so. */
export function usualPrograms(env: NodeJS.ProcessEnv): readonly string[] {
  const own = personHome(env);
  return programsIn([join(own, '.local', 'bin'), join(own, '.npm-global', 'bin')], names);
}

/** What can be seen of Qwen Code on this machine; its package says the version. */
export async function seenQwen(env: NodeJS.ProcessEnv): Promise<SeenProgram> {
  const found = await findQwen(env);
  return {
    isHere: found !== undefined,
    version: found && (await versionIn(dirname(found.file), '@qwen-code/qwen-code')),
  };
}

import { join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { InstalledProgram } from '../../shared/node/findProgram.ts';
import { findProgram, programsIn } from '../../shared/node/findProgram.ts';

const names = process.platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude'];

/** Looks for the program `claude`: on the PATH, and where its own installer puts it. */
export function findClaude(env: NodeJS.ProcessEnv): Promise<InstalledProgram | undefined> {
  return findProgram(env, { names, usual: usualPrograms(env) });
}

/** Where the installers of Claude Code put it, also where no PATH says so. */
export function usualPrograms(env: NodeJS.ProcessEnv): readonly string[] {
  const own = personHome(env);
  return programsIn([join(own, '.local', 'bin'), join(own, '.claude', 'local')], names);
}

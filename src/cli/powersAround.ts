import type { ProgramPowers } from '../core/hookrun/programPowers.ts';
import { powersOf } from '../core/hookrun/programPowers.ts';
import { programsInUse } from '../node/entries/programsInUse.ts';
import type { Console } from './console.ts';

/** What hooks can do with the programs that are in use in a folder. */
export async function powersAround(
  workspace: string,
  { env, programs }: Pick<Console, 'env' | 'programs'>,
): Promise<readonly ProgramPowers[]> {
  return (await programsInUse(programs, { workspace, env })).map(powersOf);
}

import { headlessOf, programOf } from '../../core/run/programLaunch.ts';
import type { RunStep } from '../../core/run/run.ts';
import { programsInUse } from '../entries/programsInUse.ts';
import type { FolderOf } from '../entries/readHealth.ts';
import type { AgentProgram, SetupProgram } from '../programNode.ts';
import { takesEntries } from '../programNode.ts';

/**
 * The programs that steps start in a folder, as far as entries tell of them. Nobody knows what a script starts: it is taken
 * for the first program in use there.
 */
export async function startedPrograms(
  steps: readonly RunStep[],
  programs: readonly AgentProgram[],
  folder: Omit<FolderOf, 'program'>,
): Promise<ReadonlySet<SetupProgram>> {
  const known = steps.map(
    ({ command = '' }) => programOf(programs, command) ?? headlessOf(programs, command)?.program,
  );
  const [first] = known.includes(undefined) ? [...(await programsInUse(programs, folder)), ...programs] : [];
  const started = known.map((program) => program ?? first).filter((program) => program !== undefined);
  return new Set(started.filter(takesEntries));
}

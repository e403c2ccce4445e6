import { programOf } from '../../core/run/programLaunch.ts';
import type { RunStep } from '../../core/run/run.ts';
import type { AgentProgram, SetupProgram } from '../programNode.ts';
import { takesEntries } from '../programNode.ts';

/** The programs that steps start, as far as entries tell of them. What a script starts is taken for the first. */
export function startedPrograms(
  steps: readonly RunStep[],
  programs: readonly AgentProgram[],
): ReadonlySet<SetupProgram> {
  const [first] = programs.filter(takesEntries);
  const known = steps.map(({ command = '' }) => programOf(programs, command) ?? first);
  return new Set(known.filter((program) => program !== undefined).filter(takesEntries));
}

import { inUse } from '../../core/settings/inUse.ts';
import type { AgentProgram, SetupProgram } from '../programNode.ts';
import { takesEntries } from '../programNode.ts';
import type { FolderOf } from './readHealth.ts';
import { hasEntriesFor } from './readHealth.ts';

/** The programs that agents of a folder are of, as far as its settings and the machine tell. */
export async function programsInUse(
  programs: readonly AgentProgram[],
  folder: Omit<FolderOf, 'program'>,
): Promise<readonly SetupProgram[]> {
  const known = programs.filter(takesEntries).map(async (program) => ({
    program,
    hasEntries: await hasEntriesFor({ program, ...folder }),
    isHere: (await program.node.entries.seen(folder.env)).isHere,
  }));
  return inUse(await Promise.all(known));
}

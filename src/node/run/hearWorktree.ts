import { refusalMessage } from '../../core/settings/refusalMessage.ts';
import { scopeAmong } from '../../core/settings/wanted.ts';
import type { InstallOptions } from '../entries/installEntriesIn.ts';
import { installEntriesIn } from '../entries/installEntriesIn.ts';
import { hasEntriesFor } from '../entries/readHealth.ts';
import type { AgentProgram, EntryProgram } from '../programNode.ts';
import { takesEntries } from '../programNode.ts';

/** A new worktree, and the folder of the run that it was made for. */
export interface NewWorktree extends Pick<InstallOptions, 'env' | 'ensureRelay'> {
  readonly programs: readonly AgentProgram[];
  readonly folder: string;
  readonly worktree: string;
}

/**
 * Makes sure that agents in a new worktree are heard as those in the folder of their run are; why that cannot be, or
 * nothing.
 *
 * Mostly the entries at the top of the main checkout serve it. What lies in a folder below, or in a project file that
 * was not committed, did not come along: then the worktree gets entries of its own. Where the folder of the run has
 * none either, nobody has agreed to any.
 */
export async function hearWorktree({ programs, ...made }: NewWorktree): Promise<string | undefined> {
  for (const program of programs.filter(takesEntries)) {
    const refused = await hearProgram(program, made);
    if (refused !== undefined) {
      return refused;
    }
  }
  return undefined;
}

async function hearProgram(
  program: EntryProgram,
  { folder, worktree, env, ensureRelay }: Omit<NewWorktree, 'programs'>,
): Promise<string | undefined> {
  const isHeard = (workspace: string) => hasEntriesFor({ program, workspace, env });
  if ((await isHeard(worktree)) || !(await isHeard(folder))) {
    return undefined;
  }
  const scope = scopeAmong(program.settings.scopes, 'local');
  const result = await installEntriesIn({ program, scope, workspace: worktree, env, ensureRelay });
  return result.outcome === 'refused'
    ? `The agent in ${worktree} is not heard: ${refusalMessage(result.file, result.refusal)}.`
    : undefined;
}

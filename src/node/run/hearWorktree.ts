import { refusalMessage } from '../../core/settings/refusalMessage.ts';
import type { InstallOptions } from '../entries/installEntriesIn.ts';
import { installEntriesIn } from '../entries/installEntriesIn.ts';
import { hasEntriesFor } from '../entries/readHealth.ts';

/** A new worktree, and the folder of the run that it was made for. */
export interface NewWorktree extends Pick<InstallOptions, 'env' | 'ensureRelay'> {
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
export async function hearWorktree(made: NewWorktree): Promise<string | undefined> {
  const { folder, worktree, env, ensureRelay } = made;
  if ((await hasEntriesFor(worktree, env)) || !(await hasEntriesFor(folder, env))) {
    return undefined;
  }
  const result = await installEntriesIn({ scope: 'local', workspace: worktree, env, ensureRelay });
  return result.outcome === 'refused'
    ? `The agent in ${worktree} is not heard: ${refusalMessage(result.file, result.refusal)}.`
    : undefined;
}

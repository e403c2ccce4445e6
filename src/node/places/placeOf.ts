import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Place } from '../../core/view/place.ts';
import type { GitRepository } from '../entries/gitRepository.ts';
import { findRepository, firstLine } from '../entries/gitRepository.ts';

/**
 * Where a folder is, read off the files of git without running it. A submodule is a place of its own; a worktree is
 * called after the main checkout. What is in no repository, or cannot be read, is a plain folder.
 */
export async function placeOf(folder: string): Promise<Place> {
  const repository = isAbsolute(folder) ? await findRepository(folder) : undefined;
  if (!repository) {
    return plainPlace(folder);
  }
  const { root, gitDir, commonDir } = repository;
  const branch = branchOf(await firstLine(join(gitDir, 'HEAD')));
  const worktree = commonDir !== gitDir;
  const name = worktree ? mainName(repository) : nameOf(root);
  return { root, name, ...(branch === undefined ? {} : { branch }), worktree };
}

/** What is known of a folder before anybody looked. */
export function plainPlace(folder: string): Place {
  return { root: folder, name: nameOf(folder), worktree: false };
}

function nameOf(folder: string): string {
  return basename(folder) || folder;
}

function mainName({ main, commonDir }: GitRepository): string {
  if (main !== undefined) {
    return nameOf(main);
  }
  // Worktrees of a bare repository: `api.git`, or a hidden folder in the one that holds them all.
  const bare = basename(commonDir).replace(/\.git$/u, '');
  return bare === '' || bare.startsWith('.') ? nameOf(dirname(commonDir)) : bare;
}

function branchOf(head: string | undefined): string | undefined {
  const ref = /^ref: refs\/(?:heads\/)?(.+)$/u.exec(head ?? '')?.[1];
  if (ref !== undefined) {
    // A repository that keeps its refs in tables has only this word here.
    return ref === '.invalid' ? undefined : ref;
  }
  return /^[0-9a-f]{40,64}$/u.exec(head ?? '')?.[0].slice(0, 7);
}

import type { Run } from '../../core/run/run.ts';
import { isWithin } from '../../core/wire/ownerOf.ts';
import { realFolder } from '../realFolder.ts';

/**
 * Whether a window with these folders has the folder of a run: it is one of them, or lies in one. A window tells its
 * folders also as they really are; that of a run may have been named through a link.
 */
export function hasFolder(folders: readonly string[], { folder }: Pick<Run, 'folder'>): boolean {
  const real = realFolder('/', folder) ?? folder;
  return folders.some((one) => isWithin(one, folder) || isWithin(one, real));
}

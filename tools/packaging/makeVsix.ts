import { cacheRoot } from '../cache/cacheRoot.mjs';
import { withCloneLock } from '../cache/cloneLock.mjs';
import type { Progress } from '../cache/progress.mjs';
import { buildBundles } from './buildBundles.ts';
import { packageVsix, type Vsix } from './packageVsix.ts';

/** Builds and packages the extension; in one piece, because the packager must not meet a bundle half written. */
export function makeVsix(clone: string, progress: Progress): Promise<Vsix> {
  return withCloneLock({ clone, root: cacheRoot(), progress }, async () => {
    await progress.step('Building the extension', buildBundles);
    return await progress.step('Packaging the extension', () => packageVsix(clone));
  });
}

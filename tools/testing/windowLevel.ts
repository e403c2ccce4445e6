import { join } from 'node:path';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
import type { Progress } from '../cache/progress.mjs';
import { findChromium } from '../chromium/launchBrowser.ts';
import { claudePart } from '../claude/claudePart.ts';
import { vscodePart } from '../vscode/vscodePart.ts';
import type { Level } from './level.ts';
import { vitestLevel } from './vitestLevel.ts';

/** The level that drives whole windows from outside, with the real agent programs in their terminals. */
export function windowLevel(root: string, progress: Progress): Level {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const level = vitestLevel('window', { root, vitest, timeoutMs: 1_500_000 });
  return {
    ...level,
    run: async () => {
      // The tests would bring these themselves, but their progress would not be seen.
      const cache = { root: cacheRoot(), progress };
      await ensurePart(vscodePart(), cache);
      await ensurePart(claudePart(), cache);
      await findChromium(cache.root, progress);
      return await level.run();
    },
  };
}

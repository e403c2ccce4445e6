import { join } from 'node:path';
import type { Progress } from '../cache/progress.mjs';
import { levelNames } from '../options.mjs';
import { buildLevel } from './buildLevel.ts';
import { checkLevel } from './checkLevel.ts';
import { hostLevel } from './hostLevel.ts';
import type { Level } from './level.ts';
import { vitestLevel } from './vitestLevel.ts';

/** Every level of this repository, in the order of `levelNames`. */
export function levelsOf(root: string, progress: Progress): readonly Level[] {
  return levelNames.map((name) => levelOf(name, root, progress));
}

function levelOf(name: string, root: string, progress: Progress): Level {
  if (name === 'check') return checkLevel(root);
  if (name === 'build') return buildLevel(root);
  if (name === 'host') return hostLevel(root, progress);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return vitestLevel(name, { root, vitest, timeoutMs: 240_000 });
}

import { join } from 'node:path';
import type { Progress } from '../cache/progress.mjs';
import { levelNames } from '../options.mjs';
import { agentsLevel } from './agentsLevel.ts';
import { buildLevel } from './buildLevel.ts';
import { checkLevel } from './checkLevel.ts';
import { hostLevel } from './hostLevel.ts';
import type { Level } from './level.ts';
import { strayLevel } from './strayLevel.ts';
import { vitestLevel } from './vitestLevel.ts';
import { windowLevel } from './windowLevel.ts';

/** The levels that own no test files: they look at the whole repository. */
const withoutFiles = ['check', 'build'];

/**
 * The levels to run, in the order of `levelNames`: those asked for, or all if none is. Test files that no level owns
 * come first, whatever was asked for.
 */
export function levelsToRun(root: string, asked: readonly string[], progress: Progress): readonly Level[] {
  const names = levelNames.filter((name) => asked.length === 0 || asked.includes(name));
  const owners = levelNames.filter((name) => !withoutFiles.includes(name));
  return [strayLevel(root, owners), ...names.map((name) => levelOf(name, root, progress))];
}

function levelOf(name: string, root: string, progress: Progress): Level {
  if (name === 'check') return checkLevel(root);
  if (name === 'build') return buildLevel(root, progress);
  if (name === 'agents') return agentsLevel(root, progress);
  if (name === 'host') return hostLevel(root, progress);
  if (name === 'window') return windowLevel(root, progress);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return vitestLevel(name, { root, vitest, timeoutMs: 900_000 });
}

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
 * The levels to run, in the order of `levelNames`: those asked for, or all if none is. Asking for `host/demo` runs
 * only the files of the host level that begin with that. Test files that no level owns come first, whatever was asked
 * for.
 */
export function levelsToRun(root: string, asked: readonly string[], progress: Progress): readonly Level[] {
  const scopes = asked.length === 0 ? levelNames : asked;
  const levels = levelNames.flatMap((name) => {
    if (scopes.includes(name)) return [levelOf(name, root, progress)];
    const only = scopes.filter((scope) => scope.startsWith(`${name}/`));
    return only.length > 0 ? [levelOf(name, root, progress, only)] : [];
  });
  const owners = levelNames.filter((name) => !withoutFiles.includes(name));
  return [strayLevel(root, owners), ...levels];
}

function levelOf(name: string, root: string, progress: Progress, only?: readonly string[]): Level {
  if (name === 'check') return checkLevel(root);
  if (name === 'build') return buildLevel(root, progress);
  if (name === 'agents') return agentsLevel(root, progress, only);
  if (name === 'host') return hostLevel(root, progress, only);
  if (name === 'window') return windowLevel(root, progress, only);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  return vitestLevel(name, { root, vitest, timeoutMs: 900_000, only });
}

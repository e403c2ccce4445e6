import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPart } from '../agentPrograms/agentPart.ts';
import { agentPrograms } from '../agentPrograms/agentPrograms.ts';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
import type { Progress } from '../cache/progress.mjs';
import { findChromium } from '../chromium/launchBrowser.ts';
import { vscodePart } from '../vscode/vscodePart.ts';
import { type Level, levelFailure, sumOf } from './level.ts';
import { vitestLevel } from './vitestLevel.ts';

/** The level that drives whole windows from outside, with the real agent programs in their terminals. */
export function windowLevel(root: string, progress: Progress, only?: readonly string[]): Level {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const level = vitestLevel('window', { root, vitest, timeoutMs: 1_500_000, only });
  return {
    ...level,
    run: async () => {
      // The tests would bring these themselves, but their progress would not be seen.
      const cache = { root: cacheRoot(), progress };
      await ensurePart(vscodePart(), cache);
      await ensurePart(agentPart(agentPrograms['claude-code']), cache);
      await findChromium(cache.root, progress);
      const result = await level.run();
      const problems = problemsIn(root);
      return problems === '' ? result : sumOf([result, levelFailure(problems)]);
    },
  };
}

/**
 * What was found wrong after the last test, when none was left to fail: test/window/support/stage.ts writes a line for
 * each VS Code that it raised and that it ended, and what it found between.
 */
function problemsIn(root: string): string {
  const file = join(root, 'out', 'window', 'problems.txt');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const count = (word: string) => lines.filter((line) => line === word).length;
  const unended = count('raised') === count('ended') ? [] : ['A VS Code of the window tests was not ended.'];
  return [...lines.filter((line) => line !== 'raised' && line !== 'ended'), ...unended].join('\n');
}

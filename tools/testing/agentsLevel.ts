import { join } from 'node:path';
import { bringAgentPrograms } from '../agentPrograms/bringAgentPrograms.ts';
import type { Progress } from '../cache/progress.mjs';
import type { Level } from './level.ts';
import { vitestLevel } from './vitestLevel.ts';

/** The level that runs the real agent programs from npm, against a model that is a script on this machine. */
export function agentsLevel(root: string, progress: Progress, only?: readonly string[]): Level {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const place = { root, vitest, timeoutMs: 900_000, only };
  return {
    name: 'agents',
    exists: () => vitestLevel('agents', place).exists(),
    run: async () => {
      const env = await bringAgentPrograms(progress);
      return await vitestLevel('agents', { ...place, env }).run();
    },
  };
}

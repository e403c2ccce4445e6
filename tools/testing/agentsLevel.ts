import { join } from 'node:path';
import { agentFile, agentPart } from '../agentPrograms/agentPart.ts';
import { agentPrograms } from '../agentPrograms/agentPrograms.ts';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
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
      const files: Record<string, string> = {};
      for (const program of Object.values(agentPrograms)) {
        const dir = await ensurePart(agentPart(program), { root: cacheRoot(), progress });
        files[program.id] = agentFile(program, dir);
      }
      const env = { BECKON_AGENT_PROGRAMS: JSON.stringify(files) };
      return await vitestLevel('agents', { ...place, env }).run();
    },
  };
}

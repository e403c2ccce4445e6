import { cacheRoot } from '../cache/cacheRoot.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
import type { Progress } from '../cache/progress.mjs';
import { agentFile, agentPart } from './agentPart.ts';
import { agentPrograms } from './agentPrograms.ts';

/** Brings every agent program, and returns the variable that tells those who run them where they are. */
export async function bringAgentPrograms(
  progress: Progress,
): Promise<{ readonly BECKON_AGENT_PROGRAMS: string }> {
  const files: Record<string, string> = {};
  for (const program of Object.values(agentPrograms)) {
    const dir = await ensurePart(agentPart(program), { root: cacheRoot(), progress });
    files[program.id] = agentFile(program, dir);
  }
  return { BECKON_AGENT_PROGRAMS: JSON.stringify(files) };
}

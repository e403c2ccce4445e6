import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';

/**
 * What Claude Code keeps about each folder it was started in, by the folder's path; `undefined` where it never ran, or
 * its file cannot be read.
 */
export async function claudeProjects(
  env: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const file = join(env.CLAUDE_CONFIG_DIR || personHome(env), '.claude.json');
  try {
    const { projects = {} } = JSON.parse(await readFile(file, 'utf8')) as { readonly projects?: unknown };
    return typeof projects === 'object' && projects !== null ? { ...projects } : {};
  } catch {
    return undefined;
  }
}

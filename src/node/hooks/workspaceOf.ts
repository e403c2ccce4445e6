import { stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { Trust } from '../../core/hookrun/trust.ts';
import { projectHooksFolder } from './hookPlaces.ts';
import { isTrusted } from './trust.ts';

/**
 * The workspace whose hooks are meant where an agent works: of the folder the agent was started in, where it says so,
 * the one it works in, and those above them, the first that has hooks and is trusted. A folder that nobody trusts must
 * not switch off the guards of the one above it; it counts only where none is trusted.
 */
export async function workspaceOf(
  trust: Trust,
  cwd: string,
  projectDir?: string,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const folder of new Set([projectDir ?? '', cwd].flatMap(upwards))) {
    if (await hasHooks(folder)) {
      if (isTrusted(trust, folder)) {
        return folder;
      }
      first ??= folder;
    }
  }
  return first;
}

/** Of a folder and those above it, the first that has hooks, whoever trusts it. */
export async function nearestWithHooks(cwd: string): Promise<string | undefined> {
  for (const folder of upwards(cwd)) {
    if (await hasHooks(folder)) {
      return folder;
    }
  }
  return undefined;
}

/** A folder and those above it. */
function upwards(folder: string): readonly string[] {
  const above = dirname(folder);
  return !isAbsolute(folder) ? [] : above === folder ? [folder] : [folder, ...upwards(above)];
}

async function hasHooks(folder: string): Promise<boolean> {
  const found = await stat(projectHooksFolder(folder)).catch(() => undefined);
  return found?.isDirectory() === true;
}

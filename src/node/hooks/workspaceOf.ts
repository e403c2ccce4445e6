import { stat } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { projectHooksFolder } from './hookPlaces.ts';

/**
 * The workspace whose hooks are meant where an agent works: the folder the agent was started in, where it says so,
 * or else the nearest one above that has hooks.
 */
export async function workspaceOf(cwd: string, projectDir: string | undefined): Promise<string | undefined> {
  if (projectDir !== undefined && isAbsolute(projectDir) && (await hasHooks(projectDir))) {
    return projectDir;
  }
  for (let folder = cwd; isAbsolute(folder); folder = dirname(folder)) {
    if (await hasHooks(folder)) {
      return folder;
    }
    if (dirname(folder) === folder) {
      break;
    }
  }
  return undefined;
}

async function hasHooks(folder: string): Promise<boolean> {
  const found = await stat(projectHooksFolder(folder)).catch(() => undefined);
  return found?.isDirectory() === true;
}

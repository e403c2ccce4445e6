import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { personHome } from '../beckonHome.ts';
import type { EntryProgram, SettingsAt } from '../programNode.ts';
import type { LinkFolders } from './settingsFile.ts';

/** Where entries go: into which settings file of which program. */
export interface SettingsPlace extends SettingsAt {
  readonly program: EntryProgram;
}

/** The settings file of a place. */
export function settingsPath(place: SettingsPlace): string {
  return place.program.node.entries.file(place);
}

/**
 * Where links of a settings file may lead: those in a workspace only to the person's own configuration besides that
 * workspace, since they may have come with it. Those in the person's own configuration are theirs.
 */
export function linkFolders({ program, scope, env }: Omit<SettingsPlace, 'workspace'>): LinkFolders {
  const config = env.XDG_CONFIG_HOME || join(personHome(env), '.config');
  return scope === 'user' ? 'anywhere' : [program.node.entries.configDir(env), config];
}

/** The folder whose settings file it is, for an install to name: not the workspace where the main checkout serves it. */
export function settingsHolder(
  file: string,
  { scope, workspace }: Pick<SettingsPlace, 'scope' | 'workspace'>,
): string {
  return scope === 'user' ? workspace : dirname(dirname(file));
}

/** The folder a person named, seen from where they stand; `undefined` where there is none: it is not made for entries. */
export async function workspaceFolder(cwd: string, named = '.'): Promise<string | undefined> {
  try {
    // Throws where a name is meant from a folder that is gone.
    const path = resolve(cwd, named);
    return (await stat(path)).isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}

import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Wanted } from '../../core/settings/wanted.ts';
import { personHome, relayHome, relayPath } from '../beckonHome.ts';
import type { EntryProgram, SettingsAt } from '../programNode.ts';
import type { LinkFolders, SettingsFile } from './settingsFile.ts';
import { readSettingsFile } from './settingsFile.ts';

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
function linkFolders({ program, scope, env }: Omit<SettingsPlace, 'workspace'>): LinkFolders {
  const config = env.XDG_CONFIG_HOME || join(personHome(env), '.config');
  return scope === 'user' ? 'anywhere' : [program.node.entries.configDir(env), config];
}

/** The folder whose settings file it is, which no link of it may leave by itself. */
function settingsRoot({ program, scope, workspace, env }: SettingsPlace): string {
  return scope === 'user' ? dirname(program.node.entries.configDir(env)) : workspace;
}

/** What is wanted in the settings file of a place, for a version of its program where it is known. */
export function wantedAt(
  { program, scope, env }: Omit<SettingsPlace, 'workspace'>,
  version?: string,
): Wanted {
  return program.settings.wanted(scope, relayPath(relayHome(scope, env), program.id), version);
}

/** Reads the settings file of a place. */
export function readPlace(place: SettingsPlace): Promise<SettingsFile> {
  return readSettingsFile(settingsPath(place), { root: settingsRoot(place), links: linkFolders(place) });
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

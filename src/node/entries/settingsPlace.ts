import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Scope } from '../../core/settings/claudeEntries.ts';
import { personHome } from '../beckonHome.ts';
import type { LinkFolders } from './settingsFile.ts';

/** Where entries go: a scope, the folder agents work in, and the machine around them. */
export interface SettingsPlace {
  readonly scope: Scope;
  /** The workspace folder; the user's scope does not depend on it. */
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The folder of Claude Code's own files. */
export function claudeConfigDir(env: NodeJS.ProcessEnv): string {
  return env.CLAUDE_CONFIG_DIR ? resolve(env.CLAUDE_CONFIG_DIR) : join(personHome(env), '.claude');
}

/**
 * The settings file of a place.
 *
 * A linked worktree has a file of its own, and gets the entries where it is named. Claude Code reads the main
 * checkout's local file there too and runs equal commands once, so an install in the main checkout serves all
 * worktrees, and one in both places counts no event twice.
 */
export function settingsPath({ scope, workspace, env }: SettingsPlace): string {
  switch (scope) {
    case 'local':
      return localSettings(workspace);
    case 'project':
      return join(workspace, '.claude', 'settings.json');
    case 'user':
      return join(claudeConfigDir(env), 'settings.json');
  }
}

/**
 * Where links of a settings file may lead: those in a workspace only to the person's own configuration besides that
 * workspace, since they may have come with it. Those in the person's own configuration are theirs.
 */
export function linkFolders({ scope, env }: Omit<SettingsPlace, 'workspace'>): LinkFolders {
  const config = env.XDG_CONFIG_HOME || join(personHome(env), '.config');
  return scope === 'user' ? 'anywhere' : [claudeConfigDir(env), config];
}

/** The folder whose settings file it is, for an install to name: not the workspace where the main checkout serves it. */
export function settingsHolder(file: string, { scope, workspace }: Omit<SettingsPlace, 'env'>): string {
  return scope === 'user' ? workspace : dirname(dirname(file));
}

/** The local settings file of a folder. */
export function localSettings(folder: string): string {
  return join(folder, '.claude', 'settings.local.json');
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

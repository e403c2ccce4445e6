import { join, resolve } from 'node:path';
import { personHome } from '../../../node/beckonHome.ts';
import type { SettingsAt, TrustSearch } from '../../../node/programNode.ts';
import { claudeProjects } from './claudeProjects.ts';

/** The folder of Claude Code's own files. */
export function claudeFolder(env: NodeJS.ProcessEnv): string {
  return env.CLAUDE_CONFIG_DIR ? resolve(env.CLAUDE_CONFIG_DIR) : join(personHome(env), '.claude');
}

/**
 * The settings file of a place.
 *
 * A linked worktree has a file of its own, and gets the entries where it is named. Claude Code reads the main
 * checkout's local file there too and runs equal commands once, so an install in the main checkout serves all
 * worktrees, and one in both places counts no event twice.
 */
export function settingsFile({ scope, workspace, env }: SettingsAt): string {
  switch (scope) {
    case 'local':
      return join(workspace, '.claude', 'settings.local.json');
    case 'project':
      return join(workspace, '.claude', 'settings.json');
    case 'user':
      return join(claudeFolder(env), 'settings.json');
  }
}

/** Where the administrator's settings are. */
export function systemSettings(): readonly string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Library/Application Support/ClaudeCode/managed-settings.json'];
    case 'win32':
      return ['C:\\Program Files\\ClaudeCode\\managed-settings.json'];
    default:
      return ['/etc/claude-code/managed-settings.json'];
  }
}

/**
 * Whether the person told Claude Code to trust a folder; a program that never ran knows nothing. Entries of their own
 * run everywhere.
 */
export async function trusts({
  folders,
  scope,
  env,
}: TrustSearch): Promise<'trusted' | 'untrusted' | 'unknown'> {
  const projects = scope === 'user' ? undefined : await claudeProjects(env);
  if (projects === undefined) {
    return 'unknown';
  }
  const trusted = folders.some((folder) => {
    const project = Object.hasOwn(projects, folder) ? projects[folder] : undefined;
    return (
      (project as { readonly hasTrustDialogAccepted?: unknown } | null | undefined)
        ?.hasTrustDialogAccepted === true
    );
  });
  return trusted ? 'trusted' : 'untrusted';
}

import { isAbsolute, join } from 'node:path';
import { personHome } from '../beckonHome.ts';

/**
 * Where the person's own hooks lie, for every program that knows the format. Throws, with a sentence for the person,
 * where they have no home.
 */
export function userHooksFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME } = env;
  // Relative ones do not count, says whoever made the variable.
  const config =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(personHome(env), '.config');
  return join(config, 'agents', 'hooks');
}

/** Where the hooks of a workspace lie. */
export function projectHooksFolder(workspace: string): string {
  return join(workspace, '.agents', 'hooks');
}

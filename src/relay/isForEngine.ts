import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { ReadRule } from '../core/wire/relayRules.ts';
import type { WireHead } from '../core/wire/wireHead.ts';

/** Whether hooks may have something to say: a marker says so, or the rule has the relay look, and there are some. */
export function isForEngine(home: string, { program, event }: WireHead, rule: ReadRule): boolean {
  if (!/^\w[\w.-]*$/u.test(event)) {
    return false;
  }
  if (existsSync(join(home, 'active', `${program}.${event}`))) {
    return true;
  }
  return rule?.kind === 'hooks' && hasHooks(rule.from === undefined ? undefined : process.env[rule.from]);
}

/** Hooks that were made by hand have no marker yet. The engine makes those. */
function hasHooks(start: string | undefined): boolean {
  const { XDG_CONFIG_HOME } = process.env;
  const config =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config');
  const folders = [join(config, 'agents', 'hooks')];
  for (let folder = start || process.cwd(); ; folder = dirname(folder)) {
    folders.push(join(folder, '.agents', 'hooks'));
    if (dirname(folder) === folder) {
      return folders.some(existsSync);
    }
  }
}

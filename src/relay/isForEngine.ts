import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** Whether hooks may have something to say: a marker says so, or there are some at the start of a session. */
export function isForEngine(home: string, program: string, event: string): boolean {
  if (existsSync(join(home, 'active', `${program}.${event}`))) {
    return true;
  }
  if (event !== 'SessionStart') {
    return false;
  }
  // Hooks that were made by hand have no marker yet. The engine makes those when a session starts.
  const { XDG_CONFIG_HOME, CLAUDE_PROJECT_DIR } = process.env;
  const config =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config');
  const folders = [join(config, 'agents', 'hooks')];
  for (let folder = CLAUDE_PROJECT_DIR || process.cwd(); ; folder = dirname(folder)) {
    folders.push(join(folder, '.agents', 'hooks'));
    if (dirname(folder) === folder) {
      return folders.some(existsSync);
    }
  }
}

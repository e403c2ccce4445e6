import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutGit } from '../cache/withoutGit.mjs';

/**
 * Variables of the process around us that would mislead the VS Code we start: those of an npm script, of our own
 * tools, and of a VS Code in whose terminal the person may be typing. Those of git go too, all of them.
 */
const foreign =
  /^(npm_|VSCODE_|ELECTRON_|CODE_SERVER_|BECKON_(?!TEST_)|INIT_CWD$|TERM_PROGRAM|CHROME_DESKTOP$)/;

/**
 * The environment for VS Code's server and all that runs in it, terminals included: the person's own, but with a home
 * of its own, so that nothing of theirs is read or changed. `socketDir` must be a short path: VS Code puts sockets
 * there, and their names are limited to about a hundred characters.
 */
export function serverEnv(home: string, socketDir: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  prepareHome(home);
  const kept = Object.entries(withoutGit()).filter(([name]) => !foreign.test(name));
  const { XDG_RUNTIME_DIR: _, ...env } = Object.fromEntries(kept);
  return {
    ...env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    TMPDIR: socketDir,
    // A gallery without an address: the server would otherwise ask open-vsx.org for news some seconds after its start.
    EXTENSIONS_GALLERY: '{}',
    ...extra,
  };
}

function prepareHome(home: string): void {
  mkdirSync(home, { recursive: true });
  // zsh greets a home without this file with a questionnaire instead of a prompt.
  writeFileSync(join(home, '.zshrc'), '', { flag: 'a' });
}

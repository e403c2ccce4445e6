import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { withCloneLock } from '../cache/cloneLock.mjs';
import type { Progress } from '../cache/progress.mjs';
import { UserError } from '../cache/userError.mjs';
import { withoutGit } from '../cache/withoutGit.mjs';
import type { Vsix } from '../packaging/packageVsix.ts';
import { runCaptured } from '../testing/runCaptured.ts';
import { writeUserSettings } from '../vscode/userSettings.ts';
import { demoFolder } from './demoPlaces.ts';
import { makeDemoWorkspace } from './demoWorkspace.ts';

/** The `code` program on PATH; throws a sentence if there is none. */
export function findCode(path: string = process.env.PATH ?? ''): string {
  const names = process.platform === 'win32' ? ['code.cmd', 'code.exe'] : ['code'];
  const candidates = path
    .split(delimiter)
    .flatMap((dir) => (dir ? names.map((name) => join(dir, name)) : []));
  const found = candidates.find(isProgram);
  if (found) return found;
  throw new UserError(
    "There is no `code` on your PATH: install VS Code's shell command, or run npm start without --desktop.",
  );
}

/** Shows the demo in the person's own VS Code, with its own data and extensions folders, so that theirs stay as they are. */
export async function openDesktopDemo(
  root: string,
  { code, vsix, progress }: { code: string; vsix: Vsix; progress: Progress },
): Promise<number> {
  const place = (...path: string[]) => join(root, '.demo', ...path);
  const workspace = demoFolder(root);
  const own = [
    '--user-data-dir',
    place('desktop', 'data'),
    '--extensions-dir',
    place('desktop', 'extensions'),
  ];
  const install = await withCloneLock({ clone: root, root: cacheRoot(), progress }, () => {
    makeDemoWorkspace(workspace);
    writeUserSettings(place('desktop', 'data'), { 'workbench.startupEditor': 'readme' });
    const command = [code, ...own, '--install-extension', vsix.path, '--force'];
    return runCaptured(command, { cwd: root, timeoutMs: 120_000 });
  });
  if (install.ending !== undefined) {
    throw new UserError(
      `${code} did not install the extension: it ${install.ending}.\n${install.output.trim()}`,
    );
  }
  const opened = spawn(code, [...own, '--new-window', workspace], { env: withoutGit(), stdio: 'inherit' });
  const problem = await new Promise<string | undefined>((resolve) => {
    opened.on('error', (error) => resolve(error.message));
    opened.on('exit', (status, signal) =>
      resolve(status === 0 ? undefined : `it ended with ${status ?? signal}`),
    );
  });
  if (problem !== undefined) throw new UserError(`${code} did not open the demo: ${problem}.`);
  process.stdout.write(`Beckon is open in ${code}: close its window when you are done.\n`);
  return 0;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

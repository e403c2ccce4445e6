import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { handleStopSignals, watchParent } from '../cache/cleanup.mjs';
import { ensurePart } from '../cache/ensurePart.mjs';
import type { Progress } from '../cache/progress.mjs';
import { UserError } from '../cache/userError.mjs';
import type { Vsix } from '../packaging/packageVsix.ts';
import { installVsix } from '../vscode/installVsix.ts';
import { pageUrl } from '../vscode/pageUrl.ts';
import { startServer } from '../vscode/server.ts';
import { serverEnv } from '../vscode/serverEnv.ts';
import { writeUserSettings } from '../vscode/userSettings.ts';
import { vscodePart } from '../vscode/vscodePart.ts';
import { choosePort } from './choosePort.ts';
import { type DemoPlaces, demoPlaces, makeSocketDir } from './demoPlaces.ts';
import { makeDemoWorkspace } from './demoWorkspace.ts';

/** Shows the demo in a VS Code brought from npm until the person presses Ctrl+C; then resolves to 0. */
export async function serveDemo(
  root: string,
  { vsix, port, progress }: { vsix: Vsix; port: number | undefined; progress: Progress },
): Promise<number> {
  const chosen = await choosePort(port);
  const vscode = await ensurePart(vscodePart(), { root: cacheRoot(), progress });
  const places = demoPlaces(root);
  const env = serverEnv(places.home, makeSocketDir());
  mkdirSync(places.run, { recursive: true });
  makeDemoWorkspace(places.workspace);
  writeUserSettings(places.data, { 'workbench.startupEditor': 'readme' });
  await installIfChanged(vscode, vsix, { places, env, progress });
  const server = await progress.step('Starting VS Code', () =>
    startServer({
      vscode,
      runDir: places.run,
      dataDir: places.data,
      extensionsDir: places.extensions,
      env,
      port: chosen,
      args: demoArgs,
    }),
  );
  const asked = new Promise<'asked'>((resolve) => {
    handleStopSignals(() => resolve('asked'));
    watchParent(() => resolve('asked'));
  });
  const url = pageUrl(server, { folder: places.workspace });
  process.stdout.write(`\nBeckon is running: ${url}\nPress Ctrl+C to stop.\n`);
  const why = await Promise.race([asked, server.ended]);
  await server.stop();
  if (why === 'asked') return 0;
  throw new UserError(`VS Code's server ended by itself; the last lines of its log:\n${server.logTail()}`);
}

/**
 * Trust is off because a browser, not the server, remembers which folders are trusted: every new browser would meet the
 * demo in Restricted Mode, and the folder is our own. The short grace lets an extension host go soon after its page.
 */
const demoArgs = ['--disable-workspace-trust', '--reconnection-grace-time', '60'];

async function installIfChanged(
  vscode: string,
  vsix: Vsix,
  { places, env, progress }: { places: DemoPlaces; env: NodeJS.ProcessEnv; progress: Progress },
): Promise<void> {
  const stamp = join(places.extensions, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === vsix.hash) return;
  rmSync(places.extensions, { recursive: true, force: true });
  await progress.step('Installing the extension', () =>
    installVsix(vscode, { vsix: vsix.path, extensionsDir: places.extensions, runDir: places.run, env }),
  );
  writeFileSync(stamp, vsix.hash);
}

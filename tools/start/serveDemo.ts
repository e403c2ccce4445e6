import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheRoot } from '../cache/cacheRoot.mjs';
import { handleStopSignals, watchParent } from '../cache/cleanup.mjs';
import { withCloneLock } from '../cache/cloneLock.mjs';
import { withLock } from '../cache/lock.mjs';
import type { Progress } from '../cache/progress.mjs';
import { removeTree } from '../cache/removeTree.mjs';
import { UserError } from '../cache/userError.mjs';
import type { Vsix } from '../packaging/packageVsix.ts';
import { installVsix } from '../vscode/installVsix.ts';
import { pageUrl } from '../vscode/pageUrl.ts';
import { type RunningServer, startServer } from '../vscode/server.ts';
import { serverEnv } from '../vscode/serverEnv.ts';
import { writeUserSettings } from '../vscode/userSettings.ts';
import { choosePort } from './choosePort.ts';
import { type DemoPlaces, demoPlaces, makeSocketDir } from './demoPlaces.ts';
import { makeDemoWorkspace } from './demoWorkspace.ts';
import { isInstalled, markInstalled } from './installedExtension.ts';

/** What the demo is made of: a VS Code from the cache, the packaged extension and the port that was asked for. */
export interface Demo {
  readonly vscode: string;
  readonly vsix: Vsix;
  readonly port: number | undefined;
  readonly progress: Progress;
}

/**
 * Shows the demo in a VS Code brought from npm until the person presses Ctrl+C; then resolves to 0. Several may run in
 * one clone: they share the project and the installed extension, and each has its own port, token and log.
 */
export async function serveDemo(clone: string, demo: Demo): Promise<number> {
  const places = demoPlaces(clone);
  const env = serverEnv(places.home, makeSocketDir());
  await withCloneLock({ clone, root: cacheRoot(), progress: demo.progress }, async () => {
    mkdirSync(places.run, { recursive: true });
    makeDemoWorkspace(places.workspace);
    writeUserSettings(places.data, { 'workbench.startupEditor': 'readme' });
    await installIfChanged(demo, places, env);
  });
  const server = await demo.progress.step('Starting VS Code', () => startOnFreePort(demo, places, env));
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

/** One at a time, whatever the clone: a port found free stays free only until somebody else finds it so. */
function startOnFreePort(demo: Demo, places: DemoPlaces, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  return withLock(join(cacheRoot(), 'locks', 'ports'), demo.progress, async () =>
    startServer({
      vscode: demo.vscode,
      runDir: places.run,
      dataDir: places.data,
      extensionsDir: places.extensions,
      env,
      port: await choosePort(demo.port),
      args: demoArgs,
    }),
  );
}

async function installIfChanged(demo: Demo, places: DemoPlaces, env: NodeJS.ProcessEnv): Promise<void> {
  const { extensions: extensionsDir, run: runDir } = places;
  if (isInstalled(extensionsDir, demo.vsix.hash)) return;
  removeTree(extensionsDir);
  await demo.progress.step('Installing the extension', () =>
    installVsix(demo.vscode, { vsix: demo.vsix.path, extensionsDir, runDir, env }),
  );
  markInstalled(extensionsDir, demo.vsix.hash);
}

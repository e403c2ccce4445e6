import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type ChromiumPlace, launchBrowser } from '../chromium/launchBrowser.ts';
import { makeSocketDir } from '../start/demoPlaces.ts';
import { liftTestGuard } from './liftTestGuard.ts';
import { lineLog } from './lineLog.ts';
import { pageUrl } from './pageUrl.ts';
import { type RunningServer, startServer } from './server.ts';
import { serverEnv } from './serverEnv.ts';
import { takeShot } from './uiActions.ts';
import { openUiBridge, type UiBridge } from './uiBridge.ts';

/** What to run in the extension host of a real VS Code, and where it may write. */
export interface HostRun {
  readonly vscode: string;
  readonly chromium: ChromiumPlace;
  readonly runDir: string;
  readonly dataDir: string;
  readonly extensionsDir: string;
  readonly folder: string;
  readonly developmentPaths: readonly string[];
  readonly testsModule: string;
  /** Whether the window opens in Restricted Mode. */
  readonly restricted: boolean;
  readonly timeoutMs: number;
}

const viewport = { width: 1280, height: 800 };

/**
 * Runs a tests module in VS Code and resolves to undefined if VS Code says that it passed, else to what went wrong.
 * VS Code also says so when its extension host died; who asked has to look for other proof, as with a desktop one.
 * Logs are left in `runDir`, and a picture of the window at the end.
 */
export async function runInHost(run: HostRun): Promise<string | undefined> {
  mkdirSync(run.runDir, { recursive: true });
  let browser: Browser | undefined;
  let server: RunningServer | undefined;
  let bridge: UiBridge | undefined;
  try {
    browser = await launchBrowser(run.chromium, run.runDir);
    const page = await browser.newPage({ viewport });
    bridge = await openUiBridge(page, join(run.runDir, 'shots'));
    server = await startServer({
      ...run,
      port: 0,
      args: run.restricted ? [] : ['--disable-workspace-trust'],
      env: serverEnv(join(run.runDir, 'home'), makeSocketDir(), { BECKON_TEST_UI: bridge.url }),
    });
    const said = await sayOfWorkbench(page, server, run);
    await takeShot(page, join(run.runDir, 'shots'), 'at-the-end').catch(() => undefined);
    return said;
  } finally {
    bridge?.close();
    await Promise.all([browser?.close(), server?.stop()]);
  }
}

/** Opens the workbench on the tests and waits for its verdict: undefined for success, else a reason. */
async function sayOfWorkbench(page: Page, server: RunningServer, run: HostRun): Promise<string | undefined> {
  const log = lineLog(join(run.runDir, 'workbench.log'));
  page.on('console', (message) => log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log(`page error: ${error.stack ?? error.message}`));
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      timer = setTimeout(
        () => resolve(`the tests were not done after ${run.timeoutMs / 1000} s`),
        run.timeoutMs,
      );
      page.on('crash', () => resolve('the browser page crashed'));
      server.ended.then(() => resolve(`VS Code's server ended:\n${server.logTail()}`), reject);
      openWorkbench(page, server, run, {
        log,
        exit: (code) => resolve(code === 0 ? undefined : `the tests failed (VS Code said ${code})`),
        mismatch: resolve,
      }).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    // A script still on its way when the page is shut would otherwise end this process.
    await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined);
  }
}

async function openWorkbench(
  page: Page,
  server: RunningServer,
  run: HostRun,
  on: { log: (line: string) => void; exit: (code: number) => void; mismatch: (why: string) => void },
): Promise<void> {
  await liftTestGuard(page, on.mismatch);
  // The two functions a workbench under test looks for in its window.
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) =>
    on.log(`${type}: ${format(...args)}`),
  );
  await page.exposeFunction('codeAutomationExit', (code: number, logs: readonly WorkbenchLog[] = []) => {
    for (const log of logs) keepLog(run.runDir, log);
    on.exit(code);
  });
  await page.goto(pageUrl(server, { ...run, testsPath: run.testsModule }), { waitUntil: 'commit' });
}

interface WorkbenchLog {
  readonly relativePath: string;
  readonly contents: string;
}

function keepLog(runDir: string, { relativePath, contents }: WorkbenchLog): void {
  const file = join(runDir, 'logs', relativePath);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

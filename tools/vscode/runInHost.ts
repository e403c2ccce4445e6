import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type ChromiumPlace, launchBrowser } from '../chromium/launchBrowser.ts';
import { makeSocketDir } from '../start/demoPlaces.ts';
import { liftTestGuard } from './liftTestGuard.ts';
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
  readonly timeoutMs: number;
}

const viewport = { width: 1280, height: 800 };

/**
 * Runs a tests module in VS Code and resolves to undefined if it passed, else to what went wrong. Logs are left in
 * `runDir`, and so is a picture of the window if it did not pass.
 */
export async function runInHost(run: HostRun): Promise<string | undefined> {
  mkdirSync(run.runDir, { recursive: true });
  const doneFile = join(run.runDir, 'done');
  rmSync(doneFile, { force: true });
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
      args: ['--disable-workspace-trust'],
      env: hostEnv(run, bridge, doneFile),
    });
    const said = await sayOfWorkbench(page, server, run);
    const problem = said ?? (proofOf(doneFile) === 'passed' ? undefined : endedEarly(doneFile));
    if (problem !== undefined)
      await takeShot(page, join(run.runDir, 'shots'), 'at-the-end').catch(() => undefined);
    return problem;
  } finally {
    bridge?.close();
    await Promise.all([browser?.close(), server?.stop()]);
  }
}

function hostEnv(run: HostRun, bridge: UiBridge, doneFile: string): NodeJS.ProcessEnv {
  return serverEnv(join(run.runDir, 'home'), makeSocketDir(), {
    BECKON_TEST_UI: bridge.url,
    BECKON_TEST_MODULE: run.testsModule,
    BECKON_TEST_DONE: doneFile,
  });
}

function proofOf(doneFile: string): string | undefined {
  return existsSync(doneFile) ? readFileSync(doneFile, 'utf8') : undefined;
}

function endedEarly(doneFile: string): string {
  return proofOf(doneFile) ?? 'the extension host died before the tests ended';
}

/** Opens the workbench on the tests and waits for its verdict: undefined for success, else a reason. */
async function sayOfWorkbench(page: Page, server: RunningServer, run: HostRun): Promise<string | undefined> {
  const log = createWriteStream(join(run.runDir, 'workbench.log'));
  page.on('console', (message) => log.write(`${message.type()}: ${message.text()}\n`));
  page.on('pageerror', (error) => log.write(`page error: ${error.stack ?? error.message}\n`));
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
        log: (line) => log.write(`${line}\n`),
        // The code is 0 as well when the extension host died; the caller looks for proof.
        exit: (code) => resolve(code === 0 ? undefined : `the tests failed (VS Code said ${code})`),
        mismatch: resolve,
      }).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    log.end();
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
  const testsPath = join(import.meta.dirname, 'testsWrapper.cjs');
  await page.goto(pageUrl(server, { ...run, testsPath }), { waitUntil: 'commit' });
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

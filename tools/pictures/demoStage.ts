import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { atExit } from '../cache/cleanup.mjs';
import { launchBrowser } from '../chromium/launchBrowser.ts';
import { makeSocketDir } from '../start/demoPlaces.ts';
import { makeDemoWorkspace } from '../start/demoWorkspace.ts';
import { pageUrl } from '../vscode/pageUrl.ts';
import { startServer } from '../vscode/server.ts';
import { serverEnv } from '../vscode/serverEnv.ts';
import { writeUserSettings } from '../vscode/userSettings.ts';

/** How VS Code and its page are set up. */
export interface DemoLook {
  readonly settings: Parameters<typeof writeUserSettings>[1];
  readonly page: BrowserContextOptions;
}

/** Opens a VS Code on the demo project, in the home of a newcomer, for as long as `act` takes. */
export async function onDemoStage(
  parts: StageParts,
  look: DemoLook,
  act: (page: Page, home: string) => Promise<void>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'beckon-'));
  atExit(() => rmSync(dir, { recursive: true, force: true }));
  const at = (name: string) => join(dir, name);
  makeDemoWorkspace(at('login-demo'));
  writeUserSettings(at('data'), { 'beckon.demo.speed': 4, ...look.settings });
  const server = await startServer({
    vscode: parts.vscode,
    runDir: dir,
    dataDir: at('data'),
    extensionsDir: parts.extensions,
    env: serverEnv(at('home'), makeSocketDir()),
    port: 0,
    args: ['--disable-workspace-trust'],
  });
  const browser = await launchBrowser(parts.chromium, dir);
  try {
    const page = await browser.newPage(look.page);
    await page.goto(pageUrl(server, { folder: at('login-demo') }));
    await act(page, at('home'));
  } finally {
    await Promise.all([browser.close(), server.stop()]);
  }
}

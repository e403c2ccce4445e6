import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import { cacheRoot } from './cache/cacheRoot.mjs';
import { atExit } from './cache/cleanup.mjs';
import { ensurePart } from './cache/ensurePart.mjs';
import { runMain } from './cache/userError.mjs';
import { findChromium, launchBrowser } from './chromium/launchBrowser.ts';
import { claudePart, claudeProgram } from './claude/claudePart.ts';
import { cloneRoot, commandProgress } from './command.ts';
import { makeVsix } from './packaging/makeVsix.ts';
import { takeServePicture } from './pictures/servePicture.ts';
import { makeSocketDir } from './start/demoPlaces.ts';
import { makeDemoWorkspace } from './start/demoWorkspace.ts';
import { installVsix } from './vscode/installVsix.ts';
import { pageUrl } from './vscode/pageUrl.ts';
import { startServer } from './vscode/server.ts';
import { serverEnv } from './vscode/serverEnv.ts';
import { takeShot } from './vscode/uiActions.ts';
import { writeUserSettings } from './vscode/userSettings.ts';
import { vscodePart } from './vscode/vscodePart.ts';

const picturesDir = join(cloneRoot, 'media');

/** The theme of the pictures, and how wide the sidebar is dragged, so that a row shows what is asked. */
const look = { theme: process.env.BECKON_THEME ?? 'Default Dark Modern', sidebarWidth: 560 };

/** Takes the pictures of the documentation from the running product. */
async function main(): Promise<number> {
  const progress = commandProgress();
  const cache = { root: cacheRoot(), progress };
  const vscode = await ensurePart(vscodePart(), cache);
  const claude = await ensurePart(claudePart(), cache);
  const chromium = await findChromium(cache.root, progress);
  const vsix = await makeVsix(cloneRoot, progress);
  const dir = mkdtempSync(join(tmpdir(), 'beckon-'));
  atExit(() => rmSync(dir, { recursive: true, force: true }));
  const at = (name: string) => join(dir, name);
  const env = serverEnv(at('home'), makeSocketDir());
  makeDemoWorkspace(at('login-demo'));
  writeUserSettings(at('data'), {
    'workbench.startupEditor': 'readme',
    'workbench.colorTheme': look.theme,
    'beckon.demo.speed': 4,
    'beckon.install.ask': false,
  });
  await installVsix(vscode, { vsix: vsix.path, extensionsDir: at('extensions'), runDir: dir, env });
  const places = { runDir: dir, dataDir: at('data'), extensionsDir: at('extensions') };
  const args = ['--disable-workspace-trust'];
  const server = await progress.step('Starting VS Code', () =>
    startServer({ vscode, ...places, env, port: 0, args }),
  );
  const browser = await launchBrowser(chromium, dir);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
    await page.goto(pageUrl(server, { folder: at('login-demo') }));
    await progress.step('Taking the pictures', () => takePictures(page));
    await progress.step('Taking the picture of beckon serve', () =>
      takeServePicture({
        browser,
        claude: claudeProgram(claude),
        root: cloneRoot,
        file: join(picturesDir, 'serve.png'),
      }),
    );
  } finally {
    await Promise.all([browser.close(), server.stop()]);
  }
  return 0;
}

async function takePictures(page: Page): Promise<void> {
  const keep = async (name: string) => {
    const path = await takeShot(page, picturesDir, name);
    process.stdout.write(`${relative(process.cwd(), path)}\n`);
  };
  const start = page.locator('.sidebar .welcome-view-content a:has-text("start demo agents")');
  await page.locator('.statusbar-item:has-text("Beckon")').waitFor({ timeout: 60_000 });
  await page.locator('.activitybar a.action-label[aria-label^="Beckon"]').click();
  await start.waitFor();
  // The preview is a frame within a frame.
  await page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('h1').waitFor();
  await page.locator('.statusbar-item:has-text("Activating Extensions")').waitFor({ state: 'detached' });
  await keep('welcome');
  await widenSidebar(page);
  await start.click();
  await page.locator('.sidebar .monaco-list-row:has-text("died")').waitFor();
  await page.mouse.move(1000, 600);
  await keep('demo');
}

async function widenSidebar(page: Page): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) return;
  const edge = { x: box.x + box.width + 1, y: box.y + box.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(look.sidebarWidth, edge.y, { steps: 5 });
  await page.mouse.up();
}

await runMain(main);

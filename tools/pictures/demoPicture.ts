import { basename, dirname } from 'node:path';
import type { Page } from 'playwright-core';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { takeShot } from '../vscode/uiActions.ts';
import { onDemoStage } from './demoStage.ts';

/** How wide the sidebar is dragged, so that a row shows what is asked. */
const sidebarWidth = 560;

/** Takes the picture of the demo agents, beside the page that a newcomer reads. */
export async function takeDemoPicture(parts: StageParts, file: string, theme: string): Promise<void> {
  const settings = {
    'workbench.startupEditor': 'readme',
    'workbench.colorTheme': theme,
    'beckon.install.ask': false,
  };
  const page = { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } as const;
  await onDemoStage(parts, { settings, page }, (shown) => takePicture(shown, file));
}

async function takePicture(page: Page, file: string): Promise<void> {
  const start = page.locator('.sidebar .welcome-view-content a:has-text("start demo agents")');
  await page.locator('.activitybar a.action-label[aria-label^="Beckon"]').click({ timeout: 60_000 });
  await start.waitFor();
  // The preview is a frame within a frame.
  await page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('h1').waitFor();
  await page.locator('.statusbar-item:has-text("Activating Extensions")').waitFor({ state: 'detached' });
  await widenSidebar(page);
  await start.click();
  await page.locator('.sidebar .monaco-list-row:has-text("died")').waitFor();
  await page.locator('.notification-list-item:has-text("died")').first().waitFor();
  // A toast slides in: the picture is of one that has arrived.
  await page.waitForFunction(`[...document.querySelectorAll('.notification-toast')].every((toast) =>
    getComputedStyle(toast).opacity === '1' && toast.getAnimations({ subtree: true }).length === 0)`);
  await page.mouse.move(1000, 600);
  await takeShot(page, dirname(file), basename(file, '.png'));
}

async function widenSidebar(page: Page): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) return;
  const edge = { x: box.x + box.width + 1, y: box.y + box.height / 2 };
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(sidebarWidth, edge.y, { steps: 5 });
  await page.mouse.up();
}

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { onDemoStage } from './demoStage.ts';
import { lookSettings, takeInLooks } from './looks.ts';

/** Narrow, usual and wide, in dots of the page. */
const sidebarWidths = [200, 300, 500];

/** Takes pictures of what a newcomer meets, from the first question to the first answered demo agent, in every look. */
export async function takeSetupPictures(parts: StageParts, folder: string): Promise<void> {
  const look = { settings: lookSettings, page: { viewport: { width: 1200, height: 760 } } };
  await onDemoStage(parts, look, (page, home) =>
    takeTour(page, join(folder, 'setup'), (...names) => plant(join(home, '.local', 'bin'), names)),
  );
}

async function takeTour(
  page: Page,
  path: string,
  install: (...programs: readonly string[]) => void,
): Promise<void> {
  const look = (name: string) => takeInLooks({ page }, `${path}-${name}`);
  const button = (label: string) => page.locator(`.monaco-button:has-text("${label}"):visible`).first();
  await page.locator('.activitybar a.action-label[aria-label^="Beckon"]').click({ timeout: 60_000 });
  await button('Show Changes…').waitFor();
  // Under the mouse a toast stays.
  await page.locator('.notifications-toasts .notification-list-item-message').hover();
  await look('1-question');
  await button('Show Changes…').click();
  // None of the programs is there, so none is chosen.
  await page.locator('.quick-input-widget:visible .monaco-list-row:has-text("Claude Code")').click();
  await look('1-which');
  await page.keyboard.press('Enter');
  await button('Review First').waitFor();
  await look('2-message');
  await button('Review First').click();
  await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
  await look('3-changes');
  await page.locator('.editor-actions a.action-label:text-is("Write")').click();
  await page.locator('.notifications-toasts :text("Left to do:")').first().waitFor();
  await look('4-no-program');
  await takeWidths(page, look, '5-no-program');
  await command(page, 'Beckon: Show Health');
  await page.locator('.quick-input-widget:visible :text("Claude Code: not found")').first().waitFor();
  await look('5-no-program-health');
  await page.keyboard.press('Escape');
  await button('Install Agent…').click();
  await page.locator('.quick-input-widget:visible input[placeholder^="Which agent do you want"]').waitFor();
  await look('6-install-which');
  await page.keyboard.press('Enter');
  await button('Start Anyway').waitFor();
  await look('6-install');
  await button('Cancel').click();
  install('claude');
  await page.locator('.welcome-view-content:has-text("Start Agent…"):visible').waitFor();
  await takeWidths(page, look, '7-ready');
  await command(page, 'Beckon: Show Health');
  await page.locator('.quick-input-widget:visible :text("connected")').first().waitFor();
  await look('8-health');
  await page.keyboard.press('Escape');
  await takeOthers(page, look, install);
  await page.locator('.sidebar a:has-text("start demo agents")').click();
  await page.locator('.notifications-toasts :text("Which package manager")').first().waitFor();
  await button('Escalate').click();
  await page.locator('.terminal-wrapper.active').waitFor();
  await look('9-demo');
  await command(page, 'Preferences: Open Settings (UI)');
  await page.locator('.settings-editor .monaco-editor').first().click();
  // Typed, it would be completed to something else.
  await page.keyboard.insertText('@ext:beckon.beckon');
  await page.locator('.settings-editor :text("An agent asks you a question")').first().waitFor();
  await look('10-settings');
}

/** More programs come to a machine where one is set up. */
async function takeOthers(
  page: Page,
  look: (name: string) => Promise<void>,
  install: (...programs: readonly string[]) => void,
): Promise<void> {
  const button = (label: string) => page.locator(`.monaco-button:has-text("${label}"):visible`).first();
  install('qwen', 'copilot');
  await button('Show Changes…').waitFor();
  await page.locator('.notifications-toasts .notification-list-item-message').hover();
  await look('8-others-1-question');
  await button('Show Changes…').click();
  await page.locator('.quick-input-widget:visible :text("Copilot CLI")').first().waitFor();
  await look('8-others-2-which');
  await page.keyboard.press('Enter');
  await button('Review First').waitFor();
  await look('8-others-3-message');
  await button('Review First').click();
  await page.locator('.monaco-dialog-box').waitFor({ state: 'detached' });
  await look('8-others-4-changes');
  await page.locator('.editor-actions a.action-label:text-is("Write")').click();
  await page.locator('.notifications-toasts :text("Beckon is set up for")').first().waitFor();
  await look('8-others-5-done');
  await button('Start Agent…').click();
  await page.locator('.quick-input-widget:visible input[placeholder^="Which agent should"]').waitFor();
  await look('8-others-6-start');
  await page.keyboard.press('Escape');
  await command(page, 'Beckon: Show Health');
  await page.locator('.quick-input-widget:visible :text("Qwen Code")').first().waitFor();
  await look('8-others-7-health');
  await page.keyboard.press('Escape');
}

async function takeWidths(page: Page, look: (name: string) => Promise<void>, name: string): Promise<void> {
  for (const width of sidebarWidths) {
    await dragSidebar(page, width);
    await look(`${name}-${width}`);
  }
}

async function dragSidebar(page: Page, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) {
    throw new Error('there is no sidebar');
  }
  await page.mouse.move(box.x + box.width, 300);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 300, { steps: 5 });
  await page.mouse.up();
}

async function command(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget:visible input').first().fill(`>${title}`);
  await page.locator(`.quick-input-widget:visible .monaco-list-row:has-text("${title}")`).first().waitFor();
  await page.keyboard.press('Enter');
}

function plant(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
}

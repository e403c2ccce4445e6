import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { EditorWindow } from '../../test/window/support/editorWindow.ts';

/** What a system may prefer, and the class by which a window says that it follows. */
const looks = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' }, shows: '.monaco-workbench.vs' },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' }, shows: '.monaco-workbench.vs-dark' },
  {
    name: 'contrast',
    media: { colorScheme: 'dark', forcedColors: 'active' },
    shows: '.monaco-workbench.hc-black',
  },
] as const;

/** The settings under which a window follows the system. */
export const lookSettings = { 'window.autoDetectColorScheme': true, 'window.autoDetectHighContrast': true };

/** Takes pictures of a window in every look; the path gets the name of the look and the kind of file. */
export async function takeInLooks({ page }: Pick<EditorWindow, 'page'>, path: string): Promise<void> {
  for (const { name, media, shows } of looks) {
    await page.emulateMedia(media);
    await page.locator(shows).waitFor();
    await settled(page);
    await page.screenshot({ path: `${path}.${name}.png` });
  }
}

/** Colours fade into each other, and a window that has just opened shows that it is busy. */
async function settled(page: Page): Promise<void> {
  await page.locator('.statusbar-item:has-text("Activating Extensions")').waitFor({ state: 'detached' });
  await pause(700);
}

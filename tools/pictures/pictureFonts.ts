import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { pageScript } from './pageScript.ts';

/** The fonts with the signs of Claude Code's screen that few systems have. */
const files: readonly string[] = [
  '@fontsource/noto-sans-symbols/files/noto-sans-symbols-symbols-400-normal.woff2',
  '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
];

const family = 'Beckon Signs';

/** The families to name in a setting, the usual one first. */
export const pictureFonts = [
  "'DejaVu Sans Mono'",
  ...files.map((_, index) => `'${nameOf(index)}'`),
  'monospace',
].join(', ');

function nameOf(index: number): string {
  return `${family} ${index + 1}`;
}

/** Gives a page the signs, whatever the system has. A page that is loaded again needs them again. */
export async function addPictureFonts(page: Page): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  const add = await pageScript(page, 'addFont');
  for (const [index, file] of files.entries()) {
    await add({ name: nameOf(index), source: readFileSync(resolve(file)).toString('base64') });
  }
}

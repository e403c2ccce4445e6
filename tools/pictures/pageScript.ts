import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Brings one of the scripts of `page/` into a page, and returns the function that calls it there. */
export async function pageScript<In, Out>(page: Page, name: string): Promise<(input: In) => Promise<Out>> {
  await page.evaluate(readFileSync(join(import.meta.dirname, 'page', `${name}.js`), 'utf8'));
  return (input) => page.evaluate(`${name}(${JSON.stringify(input)})`);
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** What a test may ask of the page. Selectors are Playwright's; waiting ends with an error after `timeoutMs`. */
export type UiRequest =
  | { readonly do: 'click'; readonly selector: string; readonly timeoutMs?: number }
  | { readonly do: 'hover'; readonly selector: string; readonly timeoutMs?: number }
  | {
      readonly do: 'waitFor';
      readonly selector: string;
      readonly state?: 'visible' | 'hidden' | 'attached' | 'detached';
      readonly timeoutMs?: number;
    }
  | { readonly do: 'texts'; readonly selector: string }
  | { readonly do: 'rowTexts'; readonly selector: string }
  | { readonly do: 'count'; readonly selector: string }
  | { readonly do: 'attributes'; readonly selector: string; readonly name: string }
  | { readonly do: 'press'; readonly key: string }
  | { readonly do: 'type'; readonly text: string }
  | { readonly do: 'moveMouse'; readonly x: number; readonly y: number }
  | { readonly do: 'screenshot'; readonly name: string };

const defaultTimeoutMs = 30_000;

/** Returns the function that carries out requests on a page; its value, if any, is plain data. */
export function uiActions(page: Page, shotsDir: string): (request: UiRequest) => Promise<unknown> {
  return async (request) => {
    switch (request.do) {
      case 'click':
        return await page
          .locator(request.selector)
          .first()
          .click({ timeout: request.timeoutMs ?? defaultTimeoutMs });
      case 'hover':
        return await page
          .locator(request.selector)
          .first()
          .hover({ timeout: request.timeoutMs ?? defaultTimeoutMs });
      case 'waitFor':
        return await page
          .locator(request.selector)
          .first()
          .waitFor({ state: request.state ?? 'visible', timeout: request.timeoutMs ?? defaultTimeoutMs });
      case 'texts':
        // innerText: notifications have style elements inside, whose text nobody sees.
        return await page.locator(request.selector).allInnerTexts();
      case 'rowTexts':
        // VS Code puts a row that it draws anew at the end of its list, wherever it is shown.
        return await page
          .locator(request.selector)
          .evaluateAll((nodes) =>
            nodes
              .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
              .map((node) => ('innerText' in node ? node.textContent : '')),
          );
      case 'count':
        return await page.locator(request.selector).count();
      case 'attributes':
        return await page
          .locator(request.selector)
          .evaluateAll((nodes, name) => nodes.map((node) => node.getAttribute(name)), request.name);
      case 'press':
        return await page.keyboard.press(request.key);
      case 'type':
        return await page.keyboard.type(request.text);
      case 'moveMouse':
        return await page.mouse.move(request.x, request.y);
      case 'screenshot':
        return await takeShot(page, shotsDir, request.name);
    }
  };
}

/** Takes a picture of the page under a name made fit for a file, and returns its path. */
export async function takeShot(page: Page, shotsDir: string, name: string): Promise<string> {
  mkdirSync(shotsDir, { recursive: true });
  const path = join(shotsDir, `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)}.png`);
  await page.screenshot({ path });
  return path;
}

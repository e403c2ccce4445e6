import type { Locator, Page } from 'playwright-core';
import { pageScript } from './pageScript.ts';

/** The mouse pointer of a recording, which a page without a screen does not show. */
export interface Pointer {
  /** Moves to the middle of something, at the pace of a hand. */
  moveTo(target: Locator): Promise<void>;
  /** Moves there and clicks. */
  click(target: Locator): Promise<void>;
}

const stepMs = 25;
const steps = 28;

/** Draws a pointer that follows the mouse, starting there. */
export async function showPointer(
  page: Page,
  start: { readonly x: number; readonly y: number },
): Promise<Pointer> {
  await (await pageScript(page, 'drawPointer'))(start);
  let at = start;
  await page.mouse.move(at.x, at.y);
  const moveTo = async (target: Locator) => {
    const box = await target.boundingBox();
    if (!box) throw new Error('There is nothing to point at.');
    const goal = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (let step = 1; step <= steps; step++) {
      const eased = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      await page.mouse.move(at.x + (goal.x - at.x) * eased, at.y + (goal.y - at.y) * eased);
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
    at = goal;
  };
  return {
    moveTo,
    click: async (target) => {
      await moveTo(target);
      await page.mouse.down();
      await new Promise((resolve) => setTimeout(resolve, 6 * stepMs));
      await page.mouse.up();
    },
  };
}

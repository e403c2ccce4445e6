import type { FrameLocator } from 'playwright-core';
import { until } from '../../agents/support/until.ts';
import type { EditorWindow } from './editorWindow.ts';

/** The page on which a plan is read, as a person uses it. */
export class PlanPage {
  readonly #window: EditorWindow;
  readonly #frame: FrameLocator;

  constructor(window: EditorWindow) {
    this.#window = window;
    // A page is a frame within a frame.
    this.#frame = window.page.frameLocator('iframe.webview').frameLocator('#active-frame');
  }

  /** Waits for the page, and returns the heading of the plan. */
  async heading(): Promise<string> {
    return (await this.#frame.locator('main h1').textContent()) ?? '';
  }

  /** What can be read of the plan without scrolling; nothing where something else is over it. */
  textInSight(): Promise<string> {
    return this.#frame.locator('main').evaluate((main) => {
      const { left, top, width, height } = main.getBoundingClientRect();
      const shown = main.ownerDocument.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
      return height > 80 && main.contains(shown) ? main.textContent : '';
    });
  }

  /** What is in bold. */
  bold(): Promise<readonly string[]> {
    return this.#frame.locator('main strong').allInnerTexts();
  }

  /** What in the plan leads or loads anywhere, or runs. */
  live(): Promise<readonly string[]> {
    return this.#frame
      .locator('main')
      .locator('a[href], img, script, iframe, style, form')
      .evaluateAll((found) => found.map((node) => node.outerHTML));
  }

  /** Waits until keys go to the text of the plan. */
  async hasFocusInText(): Promise<void> {
    await this.#frame.locator('main:focus').waitFor();
  }

  /** Waits until keys go to the field in sight. */
  async hasFocusInField(): Promise<void> {
    await this.#frame.locator('textarea:focus').waitFor();
  }

  /** Waits until keys go to a button. */
  async hasFocusOn(button: string): Promise<void> {
    await this.#frame.locator('button:focus', { hasText: button }).waitFor();
  }

  /** Waits until the text is not at its beginning any more. */
  async isScrolled(): Promise<void> {
    const text = this.#frame.locator('main');
    await until('a scrolled plan', async () => (await text.evaluate((node) => node.scrollTop)) > 0);
  }

  /** Presses the button that has the focus until that is there: in the first moment of a page it does nothing. */
  async pressEnterTo(selector: string): Promise<void> {
    await until(`${selector} on the page`, async () => {
      await this.#window.press('Enter');
      return (await this.#frame.locator(selector).count()) > 0;
    });
  }

  /** Clicks a button. */
  async click(button: string): Promise<void> {
    await this.#frame.getByRole('button', { name: button, exact: true }).click();
  }

  /** Replaces what is in the field in sight. */
  async write(text: string): Promise<void> {
    await this.#frame.locator('textarea:visible').fill(text);
  }

  /** Whether it is there, with or without its plan. */
  async isOpen(): Promise<boolean> {
    return (await this.#window.page.locator('iframe.webview').count()) > 0;
  }

  /** Waits until it is gone. */
  async isGone(): Promise<void> {
    await until('the end of the plan', async () => !(await this.isOpen()));
  }
}

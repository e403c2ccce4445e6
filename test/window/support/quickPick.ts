import type { Locator } from 'playwright-core';
import { until } from '../../agents/support/until.ts';
import type { EditorWindow } from './editorWindow.ts';

/** A line of a quick pick. */
export interface PickItem {
  readonly label: string;
  readonly detail: string;
}

/** The quick pick or input box that a window shows, as a person uses it. */
export class QuickPick {
  readonly #window: EditorWindow;
  readonly #widget: Locator;

  constructor(window: EditorWindow) {
    this.#window = window;
    this.#widget = window.page.locator('.quick-input-widget:visible');
  }

  /** Whether one is shown. */
  async isOpen(): Promise<boolean> {
    return (await this.#widget.count()) > 0;
  }

  /** The title, or nothing. */
  async title(): Promise<string> {
    return (await this.#widget.locator('.quick-input-title').allInnerTexts()).join('').trim();
  }

  /** Whether some of the title is out of sight. */
  isTitleCut(): Promise<boolean> {
    return this.#widget
      .locator('.quick-input-title')
      .evaluate((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight);
  }

  /** The lines in sight. */
  items(): Promise<readonly PickItem[]> {
    return this.#widget.locator('.quick-input-list .monaco-list-row').evaluateAll((rows) =>
      rows.map((row) => {
        const text = (selector: string) => row.querySelector(selector)?.textContent?.trim() ?? '';
        return {
          label: text('.quick-input-list-label .label-name'),
          detail: text('.quick-input-list-label-meta'),
        };
      }),
    );
  }

  /** What in its lines is no text: links and icons that came alive. */
  live(): Promise<readonly string[]> {
    return this.#widget
      .locator('.quick-input-list')
      .locator('a[href], .label-name .codicon, .quick-input-list-label-meta .codicon')
      .evaluateAll((found) => found.map((node) => node.outerHTML));
  }

  /** Waits for one that has a line, or a title, like this. */
  async sees(what: RegExp): Promise<void> {
    await until(
      `the quick pick ${what}`,
      async () => {
        const labels = (await this.items()).map(({ label }) => label);
        return [await this.title(), ...labels].some((text) => what.test(text));
      },
      { instead: () => this.#story() },
    );
  }

  /** Waits until none is shown. */
  async isGone(): Promise<void> {
    await until('the end of the quick pick', async () => !(await this.isOpen()));
  }

  /** Types what the lines are to have in them. */
  async narrow(text: string): Promise<void> {
    await this.#hasFocus();
    await this.#window.type(text);
  }

  /** Takes a line by the keyboard: the first of those that its own words leave over. */
  async choose(label: string): Promise<void> {
    await this.narrow(label);
    await this.isAt(label);
    await this.#window.press('Enter');
  }

  /** Takes a line that answers, by the keyboard. */
  async answer(label: string): Promise<void> {
    await this.narrow(label);
    await this.take(label);
  }

  /** Takes the line that Enter takes, of a list that answers: one that has just come takes nothing yet. */
  async take(label: string): Promise<void> {
    await this.isAt(label);
    const looks = async () => JSON.stringify([await this.title(), await this.items()]);
    const before = await looks();
    await until(`${label} to be taken`, async () => {
      await this.#window.press('Enter');
      return (await looks()) !== before;
    });
  }

  /** Takes a line with the mouse, wherever the keyboard is: a window that was just opened may give that to a terminal. */
  async click(label: string): Promise<void> {
    await this.mark(label);
    await this.isGone();
  }

  /** Waits until the line that begins like this is the one that Enter takes. */
  async isAt(label: string): Promise<void> {
    const chosen = new RegExp(`^${escaped(label)}`, 'u');
    const focused = this.#widget.locator('.quick-input-list .monaco-list-row.focused .label-name');
    await until(
      `${label} in the quick pick`,
      async () => (await focused.allInnerTexts()).some((text) => chosen.test(text)),
      { instead: () => this.#story() },
    );
  }

  /** Ticks lines with the mouse, and accepts. */
  async tick(...labels: readonly string[]): Promise<void> {
    await this.mark(...labels);
    await this.accept();
  }

  /** Accepts what is ticked. */
  async accept(): Promise<void> {
    await this.#hasFocus();
    await this.#window.press('Enter');
  }

  /** Goes back to the step before. */
  async back(): Promise<void> {
    await this.#widget.getByRole('button', { name: /^Back/u }).click();
  }

  /** Takes a button in the title, until that is heard: a list that has just come takes nothing yet. */
  async button(label: string): Promise<void> {
    const button = this.#widget.getByRole('button', { name: label });
    await until(`${label} to be taken`, async () => {
      await button.click({ timeout: 3000 }).catch(() => undefined);
      return (await button.count()) === 0;
    });
  }

  /** Ticks lines with the mouse. */
  async mark(...labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      await this.sees(new RegExp(`^${escaped(label)}$`, 'u'));
      const name = this.#window.page.locator('.label-name', {
        hasText: new RegExp(`^${escaped(label)}$`, 'u'),
      });
      await this.#widget.locator('.monaco-list-row', { has: name }).click();
    }
  }

  /** Waits for a box without lines, writes there and accepts. */
  async enter(text: string): Promise<void> {
    await this.#hasFocus('.quick-input-widget:not(:has(.quick-input-list .monaco-list-row))');
    await this.#window.type(text);
    await this.#window.press('Enter');
  }

  /** Waits until what is typed goes into it: between two of them it does not. */
  async #hasFocus(widget = '.quick-input-widget'): Promise<void> {
    const input = this.#window.page.locator(`${widget} input:focus`);
    await until('the focus in the quick pick', async () => (await input.count()) > 0, {
      instead: () => this.#story(),
    });
  }

  async #story(): Promise<string> {
    return `${await this.title()}\n${JSON.stringify(await this.items())}\n${await this.#window.story()}`;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
}

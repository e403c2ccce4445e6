import type { Locator } from 'playwright-core';
import { until } from '../../agents/support/until.ts';
import type { EditorWindow } from './editorWindow.ts';

/** The tree of agents in a window, as a person uses it: by mouse or by keyboard. */
export class AgentTree {
  readonly #window: EditorWindow;

  constructor(window: EditorWindow) {
    this.#window = window;
  }

  /** Clicks one of the buttons that a row shows while the mouse is over it. */
  async clickButton(row: RegExp, title: RegExp): Promise<void> {
    const found = await this.#row(row);
    await found.hover();
    await found.locator('.actions .action-label').filter({ visible: true }).and(this.#titled(title)).click();
  }

  /** What in the text of a row is no text. */
  async live(row: RegExp): Promise<readonly string[]> {
    const text = (await this.#row(row)).locator('.monaco-icon-label-container');
    return await text
      .locator('a[href], .codicon, b, img')
      .evaluateAll((found) => found.map((node) => node.outerHTML));
  }

  /** Shows the tooltip of a row, and returns what it says and how much of that can be clicked. */
  async tooltip(row: RegExp): Promise<{ readonly text: string; readonly links: readonly string[] }> {
    const { page } = this.#window;
    const hover = page.locator('.monaco-hover:visible');
    const label = (await this.#row(row)).locator('.monaco-icon-label');
    return await until(`the tooltip of ${row}`, async () => {
      // A mouse that is there already, or a row that is drawn anew under it, brings up no tooltip.
      await page.mouse.move(0, 0);
      await label.hover();
      if (!(await appears(hover))) {
        return false;
      }
      // At one go: a row that is drawn anew takes its tooltip away.
      const read = await hover.evaluateAll((shown) => ({
        text: shown.map(({ textContent }) => textContent ?? '').join('\n'),
        links: shown
          .flatMap((one) => [...one.querySelectorAll('a[href], a[data-href]')])
          .map((link) => link.getAttribute('data-href') ?? link.getAttribute('href') ?? ''),
      }));
      return read.text.trim() !== '' && read;
    });
  }

  /** Waits until the tree has the focus. */
  async hasFocus(): Promise<void> {
    await this.#focused.waitFor();
  }

  /**
   * Gives the focus to the tree, unless it has it: the command would still be on its way when the test goes on, and take
   * the focus from whatever that opens.
   */
  async focus(): Promise<void> {
    if ((await this.#focused.count()) === 0) {
      await this.#window.run('beckon.showAgents');
      await this.hasFocus();
    }
  }

  /** Selects a row by the keyboard alone. */
  async select(row: RegExp): Promise<void> {
    await this.#window.seesRow(row);
    await this.focus();
    await this.#window.press('Home');
    await until(`the row ${row} to be selected`, async () => {
      const [focused = ''] = await this.#focused
        .locator('.monaco-list-row.focused')
        .evaluateAll((rows) => rows.map((found) => found.getAttribute('aria-label') ?? ''));
      if (row.test(focused)) {
        return true;
      }
      await this.#window.press('ArrowDown');
      return false;
    });
  }

  /**
   * Opens the menu of the selected row by its key, and takes the item of that text with the arrow keys. VS Code closes a
   * menu if the tree changes just as it opens: then it is opened once more, as a person would.
   */
  async chooseFromMenu(item: RegExp): Promise<void> {
    const menu = this.#window.page.locator('.monaco-menu');
    const focused = menu.locator('.action-item.focused');
    await until(`${item} in the menu`, async () => {
      if ((await menu.count()) === 0) {
        await this.#window.press('Shift+F10');
        if (!(await appears(menu))) {
          return false;
        }
      }
      if ((await focused.allInnerTexts()).some((text) => item.test(text.trim()))) {
        // On the item itself: where the menu has just gone the key would open the row.
        return await pressed(focused.filter({ hasText: item }), 'Enter');
      }
      await this.#window.press('ArrowDown');
      return false;
    });
  }

  /** Looked for at each use: its label has the time in it, and changes. */
  async #row(row: RegExp): Promise<Locator> {
    await this.#window.seesRow(row);
    return this.#window.page.locator('.part.sidebar').getByRole('treeitem', { name: row }).first();
  }

  /** The tree, while it has the focus: a row is marked as focused also while the keys go elsewhere. */
  get #focused(): Locator {
    return this.#window.page.locator('.part.sidebar .monaco-list[aria-label="Agents"]:focus');
  }

  #titled(title: RegExp): Locator {
    return this.#window.page.getByRole('button', { name: title });
  }
}

/** Presses a key on something that VS Code may take away before that; says whether it was there. */
function pressed(locator: Locator, key: string): Promise<boolean> {
  return locator.press(key, { timeout: 3000 }).then(
    () => true,
    () => false,
  );
}

/** Whether something comes up that VS Code may take away before it is seen. */
function appears(locator: Locator): Promise<boolean> {
  return locator
    .first()
    .waitFor({ timeout: 3000 })
    .then(
      () => true,
      () => false,
    );
}

import type { Locator } from 'playwright-core';
import type { EditorWindow } from './editorWindow.ts';
import { QuickPick } from './quickPick.ts';

/** A document with what an agent asks, and the buttons above it, as a person uses them. */
export class AskDocument {
  readonly #window: EditorWindow;

  constructor(window: EditorWindow) {
    this.#window = window;
  }

  /** Opens what the only agent asks. */
  static async ofOnlyAsk(window: EditorWindow): Promise<AskDocument> {
    await window.seesRow(/ asks: /u);
    await window.run('beckon.preview');
    const pick = new QuickPick(window);
    await pick.isAt('Please play:');
    await window.press('Enter');
    return new AskDocument(window);
  }

  /** The labels of the buttons above the document in front, from left to right. */
  async buttons(): Promise<readonly string[]> {
    const labels = await this.#actions.allInnerTexts();
    return labels.map((label) => label.trim()).filter(Boolean);
  }

  /**
   * Clicks a button above the document in front. VS Code makes all of them anew whenever an extension adds one, so a mouse
   * button may come up over another element than it went down on, and that is no click.
   */
  async click(label: string): Promise<void> {
    await this.#button(label).dispatchEvent('click');
  }

  /** Writes over all of the draft in front. */
  async write(text: string): Promise<void> {
    await this.#button('Approve as Edited').waitFor();
    await this.#window.page.locator('.editor-instance .view-line').first().click();
    await this.#window.press('Control+A');
    await this.#window.type(text);
  }

  /** Waits for a line of the document in front. */
  async sees(text: string): Promise<void> {
    await this.#window.page.locator('.editor-instance .view-line', { hasText: text }).first().waitFor();
  }

  /** Waits until the change is compared. */
  async isCompared(): Promise<void> {
    const compared = '.monaco-diff-editor .modified .line-insert, .monaco-diff-editor .modified .char-insert';
    await this.#window.page.locator(compared).first().waitFor({ state: 'attached' });
  }

  /** Waits until no editor is open. */
  async isGone(): Promise<void> {
    await this.#window.page.locator('.editor-instance').first().waitFor({ state: 'detached' });
  }

  get #actions(): Locator {
    return this.#window.page.locator('.editor-group-container.active .editor-actions .action-label');
  }

  #button(label: string): Locator {
    return this.#actions.and(this.#window.page.getByText(label, { exact: true }));
  }
}

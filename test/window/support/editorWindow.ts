import type { Page } from 'playwright-core';
import { takeShot } from '../../../tools/vscode/uiActions.ts';
import { until } from '../../agents/support/until.ts';
import { keyOf, type StageCommand } from './commandKeys.ts';
import { type IntegratedClaude, runClaude } from './integratedClaude.ts';

/** A notification as a person sees it, in the corner or in the centre behind the bell. */
export interface Notice {
  readonly text: string;
  readonly buttons: readonly string[];
  /** What in its text can be clicked. */
  readonly links: readonly string[];
}

/** The item in the status bar. */
export interface StatusItem {
  readonly text: string;
  /** Whether its background is that of a warning. */
  readonly warns: boolean;
}

/** What a window needs from the stage it is on. */
export interface WindowPlace {
  readonly folder: string;
  readonly shotsDir: string;
  /** Does what starts the product in this window, and waits until it listens. */
  readonly begin: (start: () => Promise<unknown>) => Promise<void>;
  /** Does what ends the product in this window, and waits until it is gone. */
  readonly end: (stop: () => Promise<unknown>) => Promise<void>;
  /** Called when the page has crashed. */
  readonly crashed: () => void;
}

/** How long a button may take to be ready for a click. */
const clickMs = 3000;

/** How long a notification is in sight before somebody clicks it. */
const readMs = 900;

/** What VS Code itself says on a slow machine. */
const slowStart = 'Activating Extensions...';

const focusInView = '.part.sidebar :focus';
const toasts = '.notifications-toasts .notification-list-item';
const centre = '.notifications-center .notification-list-item';

/** A window of VS Code, with what a person has there: eyes, a mouse and a keyboard. */
export class EditorWindow {
  readonly page: Page;
  readonly folder: string;
  readonly #place: WindowPlace;

  constructor(page: Page, place: WindowPlace) {
    this.page = page;
    this.folder = place.folder;
    this.#place = place;
  }

  /** The rows of the tree that are in sight, as a screen reader says them. */
  rows(): Promise<readonly string[]> {
    return this.page
      .locator('.part.sidebar .monaco-list-row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** The notifications in the corner. */
  toasts(): Promise<readonly Notice[]> {
    return this.#notices(toasts);
  }

  /** The notifications in the centre, which has to be open. */
  centre(): Promise<readonly Notice[]> {
    return this.#notices(centre);
  }

  /** The item in the status bar, when there is one. */
  async status(): Promise<StatusItem | undefined> {
    const [item] = await this.page
      .locator('.statusbar-item[id^="beckon.beckon"]:visible')
      .evaluateAll((items) =>
        items.map((item) => ({
          text: item.textContent.replace(/\s+/gu, ' ').trim(),
          warns: item.classList.contains('warning-kind'),
        })),
      );
    return item;
  }

  /** What the terminal in front shows. */
  async terminalText(): Promise<string> {
    const [text = ''] = await this.page
      .locator('.xterm-rows:visible')
      .evaluateAll((screens) =>
        screens.map((screen) =>
          Array.from<{ textContent: string }, string>(screen.children, (line) =>
            line.textContent.replaceAll('\u00a0', ' ').trimEnd(),
          ).join('\n'),
        ),
      );
    return text.trimEnd();
  }

  /** Waits for a row, and returns it. */
  seesRow(what: RegExp): Promise<string> {
    return this.#until(`the row ${what}`, async () => (await this.rows()).find((row) => what.test(row)));
  }

  /** Waits until no row is like this. */
  async seesNoRow(what: RegExp): Promise<void> {
    await this.#until(`no row ${what}`, async () => !(await this.rows()).some((row) => what.test(row)));
  }

  /** Waits for a notification in the corner, and returns it. */
  seesToast(what: RegExp): Promise<Notice> {
    return this.#until(`the toast ${what}`, async () =>
      (await this.toasts()).find(({ text }) => what.test(text)),
    );
  }

  /** Waits for what the status bar says; no item at all counts as an empty one. */
  async seesStatus(what: RegExp): Promise<StatusItem> {
    return await this.#until(`${what} in the status bar`, async () => {
      const item = (await this.status()) ?? { text: '', warns: false };
      return what.test(item.text) && item;
    });
  }

  /**
   * Clicks a button of the newest notification whose text is like this. VS Code hides one after ten seconds; then the
   * centre is opened, where it still is.
   */
  async click(button: string, text: RegExp): Promise<void> {
    const message = this.page.locator('.notification-list-item-message', { hasText: text });
    const notice = this.page.locator(`${centre}:visible, ${toasts}:visible`).filter({ has: message });
    const label = new RegExp(`^${button}$`, 'u');
    const target = notice.first().locator('.monaco-button', { hasText: label });
    await this.#until(`a click on ${button} of ${text}`, async () => {
      if ((await notice.count()) === 0) {
        await this.run('notifications.showList');
      }
      // A person reads it first: what came just now answers nothing.
      const isRead = await notice
        .first()
        .evaluate((node, ms) => {
          const seen = node as unknown as { says?: string | null; seenAt?: number };
          if (seen.says !== node.textContent) {
            [seen.says, seen.seenAt] = [node.textContent, performance.now()];
          }
          return performance.now() - (seen.seenAt ?? 0) > ms;
        }, readMs)
        .catch(() => false);
      if (!isRead) {
        return false;
      }
      // It may hide right now.
      return await target.click({ timeout: clickMs }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Runs a command by its key. */
  async run(command: StageCommand): Promise<void> {
    await this.page.keyboard.press(keyOf(command));
  }

  /** Shows the view of the agents, and waits until it has the focus. */
  async showAgents(): Promise<void> {
    const focus = this.page.locator(focusInView);
    await this.#until('the focus in the view', async () => {
      await this.run('beckon.showAgents');
      // What goes away may take it once more.
      return await focus.waitFor({ state: 'attached', timeout: clickMs }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Presses a key, as the browser names it. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Types into whatever has the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Whether a terminal has the focus. */
  isInTerminal(): Promise<boolean> {
    return this.page
      .locator('.xterm-helper-textarea:focus')
      .count()
      .then((count) => count > 0);
  }

  /** Waits until a terminal has the focus. */
  async seesFocusInTerminal(): Promise<void> {
    await this.#until('the focus in the terminal', () => this.isInTerminal());
  }

  /** Gives the focus to the terminal in front, unless it has it. */
  async focusTerminal(): Promise<void> {
    if (await this.isInTerminal()) {
      return;
    }
    await this.run('workbench.action.terminal.focus');
    await this.seesFocusInTerminal();
  }

  /** Starts Claude Code in a new terminal, and waits until it takes input. */
  runClaude(...args: readonly string[]): Promise<IntegratedClaude> {
    return runClaude(this, args);
  }

  /** The same in another folder than the window's. */
  runClaudeIn(folder: string): Promise<IntegratedClaude> {
    return runClaude(this, [], folder);
  }

  /** Reloads the window by VS Code's own command, and waits until the product listens again. */
  async reload(): Promise<void> {
    await this.#place.begin(() => this.run('workbench.action.reloadWindow'));
  }

  /** Closes the window as a person does, and waits until the product in it has gone. */
  async close(): Promise<void> {
    if (this.page.isClosed()) {
      return;
    }
    await this.#place.end(async () => {
      const closed = this.page.waitForEvent('close');
      await this.page.close({ runBeforeUnload: true });
      await closed;
    });
  }

  /** Crashes the page in the browser's own way. The product in the window lives on, without a page. */
  async crash(): Promise<void> {
    await this.page.goto('chrome://crash').catch(() => undefined);
    await this.page.close();
    this.#place.crashed();
  }

  /** Puts terminals, editors and notifications away, and waits until no row is like this. */
  async clear(row: RegExp): Promise<void> {
    await this.press('Escape');
    await this.run('workbench.action.terminal.killAll');
    await this.run('workbench.action.closeAllEditors');
    await this.run('notifications.clearAll');
    // A terminal that goes away takes the focus along, from whatever the next test opens.
    await this.page.locator('.xterm').first().waitFor({ state: 'detached' });
    // The command would still be on its way when the next test begins, and take the focus from what that opens.
    if ((await this.page.locator(focusInView).count()) === 0) {
      await this.showAgents();
    }
    await this.seesNoRow(row);
  }

  /** Keeps a picture, and returns its path. */
  screenshot(name: string): Promise<string> {
    return takeShot(this.page, this.#place.shotsDir, name);
  }

  /** All there is to see, for a person who looks for the reason of a failure. */
  async story(): Promise<string> {
    const [rows, shown, status, terminal, focus] = await Promise.all([
      this.rows(),
      this.toasts(),
      this.status(),
      this.terminalText(),
      this.page.locator(':focus').evaluateAll(([element]) => element?.outerHTML.slice(0, 200)),
    ]);
    const told = { folder: this.folder, rows, toasts: shown, status, focus };
    return `${JSON.stringify(told, null, 2)}\nThe terminal:\n${terminal}`;
  }

  #until<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
    return until(what, probe, { instead: () => this.story() });
  }

  async #notices(selector: string): Promise<readonly Notice[]> {
    const all = await this.page.locator(`${selector}:visible`).evaluateAll((items) =>
      items.map((item) => {
        const message = item.querySelector('.notification-list-item-message');
        const texts = (found: Iterable<{ textContent: string | null }>) =>
          Array.from(found, ({ textContent }) => textContent?.trim() ?? '');
        return {
          text: message?.textContent?.trim() ?? '',
          buttons: texts(item.querySelectorAll('.notification-list-item-buttons-container .monaco-button')),
          links: texts(message?.querySelectorAll('a') ?? []),
        };
      }),
    );
    return all.filter(({ text }) => text !== slowStart);
  }
}

import type { Context } from 'mocha';
import type { UiRequest } from '../../../tools/vscode/uiActions.ts';

/** Asks the browser that shows this VS Code to do something; rejects with the browser's reason if it cannot. */
export async function ui(request: UiRequest): Promise<unknown> {
  const url = process.env.BECKON_TEST_UI;
  if (!url) throw new Error('this VS Code is not shown in a browser');
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  const answer = (await response.json()) as { readonly value?: unknown; readonly error?: string };
  if (answer.error !== undefined) throw new Error(`${request.do}: ${answer.error}`);
  return answer.value;
}

/** Skips a test that looks at the window where there is no browser to look with: in a desktop VS Code. */
export function needsBrowser(test: Context): void {
  if (process.env.BECKON_TEST_UI) return;
  if (test.test) test.test.title += ' (skipped: a desktop VS Code has no page to look at)';
  test.skip(); // A desktop VS Code has no page to look at.
}

/** The visible texts of all elements that match. */
export async function texts(selector: string): Promise<readonly string[]> {
  return (await ui({ do: 'texts', selector })) as string[];
}

/** The texts of the rows of one list that match, from top to bottom. */
export async function rowTexts(selector: string): Promise<readonly string[]> {
  return (await ui({ do: 'rowTexts', selector })) as string[];
}

/**
 * Presses a key in the list or box that VS Code shows on top, once that has the keyboard: a window that was just opened
 * may still give it to a view. Enter takes what is active, so say with `line` what that has to be.
 */
export async function pressOnTop(key: string, line?: string): Promise<void> {
  const top = '.quick-input-widget:visible';
  await ui({ do: 'click', selector: `${top} .quick-input-box input` });
  await ui({ do: 'waitFor', selector: `${top} input:focus` });
  if (line !== undefined) {
    await ui({ do: 'waitFor', selector: `${top} .monaco-list-row.focused:has-text("${line}")` });
  }
  await ui({ do: 'press', key });
}

/** Keeps a picture of the window under a name. */
export async function screenshot(name: string): Promise<void> {
  await ui({ do: 'screenshot', name });
}

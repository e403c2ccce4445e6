import type { Page } from 'playwright-core';

/** What is changed in the workbench of VS Code 1.139: each is in its script once. */
const changes = [
  {
    name: 'the test guard',
    // The condition under which a page may name tests to run.
    old: /\(!this\.isBuilt\|\|this\.enableSmokeTestDriver\)/g,
    now: () => '(true)',
  },
  {
    name: 'the time of toasts',
    // A toast leaves after ten seconds. On a busy machine a test may come to it later than that.
    old: /(PURGE_TIMEOUT=)(\{[^}]*\})/g,
    now: (_all: string, name: string, times: string) =>
      `${name}${times.replaceAll(/:\d+e\d/g, ':2147483647')}`,
  },
  {
    name: 'the refusal of dialogs',
    // Under test a message that has to be answered is never shown, and rejects.
    old: /if\(this\.skipDialogs\(\)\)(?=throw new Error\(`DialogService: refused to show dialog)/g,
    now: () => 'if(false)',
  },
] as const;

/**
 * Lets a page of the built workbench name tests to run and show modal messages, and leaves toasts there until they are
 * closed. The server's own
 * switch for the first, `--enable-smoke-test-driver`, would also hide every notification. The script is changed on its
 * way to this page only, never on disk. A VS Code that looks different is reported to `onMismatch` and does not load.
 */
export async function liftTestGuard(page: Page, onMismatch: (why: string) => void): Promise<void> {
  await page.route('**/workbench/workbench.js', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const { name, old, now } of changes) {
      const found = body.match(old)?.length ?? 0;
      if (found !== 1) {
        await route.abort();
        onMismatch(`${name} is in this VS Code's workbench.js ${found} times instead of once`);
        return;
      }
      body = body.replace(old, now);
    }
    await route.fulfill({ response, body });
  });
}

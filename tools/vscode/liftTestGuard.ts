import type { Page } from 'playwright-core';

/** As VS Code 1.139 has it, once: the condition under which a page may name tests to run. */
const guard = /\(!this\.isBuilt\|\|this\.enableSmokeTestDriver\)/g;

/**
 * Lets a page of the built workbench name tests to run. The server's own switch for that, `--enable-smoke-test-driver`,
 * would also hide every notification. The script is changed on its way to this page only, never on disk.
 * A VS Code whose guard looks different is reported to `onMismatch` and does not load.
 */
export async function liftTestGuard(page: Page, onMismatch: (why: string) => void): Promise<void> {
  await page.route('**/workbench/workbench.js', async (route) => {
    const response = await route.fetch();
    const source = await response.text();
    const found = source.match(guard)?.length ?? 0;
    if (found !== 1) {
      await route.abort();
      onMismatch(`the test guard is in this VS Code's workbench.js ${found} times instead of once`);
      return;
    }
    await route.fulfill({ response, body: source.replace(guard, '(true)') });
  });
}

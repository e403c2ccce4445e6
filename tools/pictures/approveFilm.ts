import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { encodeCast } from './encodeCast.ts';
import { arrange, command, openFile, openPictureStage, prompts, startAgent } from './pictureStage.ts';
import { showPointer } from './pointer.ts';
import { startScreencast } from './screencast.ts';

const asks = new RegExp(`wants to run: ${command}`, 'u');

const timing = { everyMs: 140, lastMs: 3000, longestMs: 1200 };

/** An editor that offers and remarks nothing while somebody types. */
const withoutHelp = {
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'editor.parameterHints.enabled': false,
  'editor.stickyScroll.enabled': false,
  'git.decorations.enabled': false,
  'typescript.validate.enable': false,
  'js/ts.validate.enabled': false,
};

/** Films how an agent asks and is answered from the notification, while the person goes on in an editor. */
export async function takeApproveFilm(parts: StageParts, file: string, theme: string): Promise<void> {
  const { stage, worktree, open } = await openPictureStage(parts, {
    viewport: { width: 1080, height: 680 },
    settings: { ...withoutHelp, 'workbench.colorTheme': theme },
  });
  try {
    const window = await open();
    const { page } = window;
    await startAgent(window, { prompt: prompts.done, until: /The guide is in/u, folder: worktree });
    await arrange(window, { sidebarWidth: 480, panelTop: 270 });
    await startAgent(window, { prompt: prompts.works, until: /Invoices first/u });
    await openFile(window, 'login.ts');
    const claude = await window.runClaude();
    const pointer = await showPointer(page, { x: 900, y: 200 });
    const cast = await startScreencast(page);
    await pause(1000);
    await page.keyboard.type(prompts.asks, { delay: 50 });
    await pause(600);
    await page.keyboard.press('Enter');
    // Below the interface is an empty line.
    await pointer.click(page.locator('.monaco-editor .view-line').nth(6));
    await page.keyboard.type('const lockMinutes = 15;', { delay: 85 });
    await window.seesToast(asks);
    await pause(1700);
    await pointer.click(page.locator('.notifications-toasts .monaco-button', { hasText: /^Approve$/u }));
    await claude.sees(/All three pass/u);
    await window.seesRow(new RegExp(`^${prompts.asks}, (?:idle|done)`, 'u'));
    await pointer.moveTo(page.locator('.part.sidebar'));
    await pause(500);
    await cast.stop();
    writeFileSync(file, await encodeCast(stage.browser, cast.frames, timing));
  } finally {
    await stage.end();
  }
}

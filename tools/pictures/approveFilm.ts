import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { encodeCast } from './encodeCast.ts';
import { arrange, command, openFile, openPictureStage, prompts, startAgent } from './pictureStage.ts';
import { showPointer } from './pointer.ts';
import { startScreencast } from './screencast.ts';

const frameMs = 130;

/** Films how an agent asks and is answered from the notification, while the person goes on in an editor. */
export async function takeApproveFilm(parts: StageParts, file: string, theme: string): Promise<void> {
  const { stage, worktree, open } = await openPictureStage(parts, {
    viewport: { width: 1080, height: 680 },
    settings: { 'workbench.colorTheme': theme },
  });
  try {
    const window = await open();
    const { page } = window;
    await startAgent(window, { prompt: prompts.done, until: /The guide is in/u, folder: worktree });
    await arrange(window, { sidebarWidth: 420, panelTop: 300 });
    await startAgent(window, { prompt: prompts.works, until: /Invoices first/u });
    await openFile(window, 'login.ts');
    const claude = await window.runClaude();
    const pointer = await showPointer(page, { x: 760, y: 250 });
    const cast = await startScreencast(page, frameMs);
    await pause(900);
    await page.keyboard.type(prompts.asks, { delay: 45 });
    await pause(500);
    await page.keyboard.press('Enter');
    await pause(300);
    await pointer.click(page.locator('.monaco-editor .view-line').nth(9));
    await window.seesToast(new RegExp(`wants to run: ${command}`, 'u'));
    await pause(2200);
    await pointer.click(page.locator('.notifications-toasts .monaco-button', { hasText: /^Approve$/u }));
    await claude.sees(/All three pass/u);
    await window.seesRow(new RegExp(`^${prompts.asks}, idle`, 'u'));
    await pointer.moveTo(page.locator('.part.sidebar .monaco-list-row', { hasText: prompts.asks }));
    await pause(1500);
    await cast.stop();
    writeFileSync(file, await encodeCast(stage.browser, cast.frames, { lastMs: 3000, longestMs: 1500 }));
  } finally {
    await stage.end();
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { arrange, command, openFile, openPictureStage, prompts, startAgent } from './pictureStage.ts';

/** The sentence of the toast. */
const asks = new RegExp(`wants to run: ${command}`, 'u');

/** Takes the picture that says what the product is: three agents, one of which asks, and the toast to answer it. */
export async function takeHeroPicture(parts: StageParts, file: string, theme: string): Promise<void> {
  const { stage, worktree, open } = await openPictureStage(parts, {
    viewport: { width: 1200, height: 760 },
    scale: 2,
    settings: { 'workbench.colorTheme': theme },
  });
  try {
    const window = await open();
    await startAgent(window, { prompt: prompts.done, until: /The guide is in/u, folder: worktree });
    await arrange(window, { sidebarWidth: 470, panelTop: 290 });
    await startAgent(window, { prompt: prompts.works, until: /Invoices first/u });
    await openFile(window, 'login.ts');
    await startAgent(window, { prompt: prompts.asks, until: /Do you want to proceed\?/u });
    await window.run('workbench.action.focusActiveEditorGroup');
    await window.seesToast(asks);
    await window.page.mouse.move(250, 500);
    // It slides in.
    await pause(800);
    await window.page.screenshot({ path: file });
  } finally {
    await stage.end();
  }
}

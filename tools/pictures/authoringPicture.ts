import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StageParts } from '../../test/window/support/stageParts.ts';
import { openFile, openPictureStage } from './pictureStage.ts';

/** A hook as somebody writes it: its timeout is too small. */
const hook = `---
name: no-prod-deploys
description: Deployments to production are for people
trigger: before_tool
matcher:
  tool: Shell
  pattern: 'deploy.*prod'
timeout: 50
---

# No deployments to production

What the matcher finds is not run; the agent reads why.
`;

const script = '#!/usr/bin/env bash\necho "Ask the person on call" >&2\nexit 2\n';

/** Takes the picture of a hook that is being written: its lenses, a problem, and the fix for it. */
export async function takeAuthoringPicture(parts: StageParts, file: string, theme: string): Promise<void> {
  const { stage, open } = await openPictureStage(parts, {
    viewport: { width: 1000, height: 520 },
    scale: 2,
    settings: { 'workbench.colorTheme': theme, 'workbench.editor.showTabs': 'single' },
  });
  try {
    const folder = join(stage.cage.workspace, '.agents', 'hooks', 'no-prod-deploys');
    mkdirSync(join(folder, 'scripts'), { recursive: true });
    writeFileSync(join(folder, 'HOOK.md'), hook);
    writeFileSync(join(folder, 'scripts', 'run.sh'), script, { mode: 0o755 });
    const window = await open();
    const { page } = window;
    // The view that every stage opens would take the focus from what is opened before it.
    await page.locator('.part.sidebar', { hasText: 'No agents here yet.' }).waitFor();
    await page.keyboard.press('Control+KeyB');
    await openFile(window, 'HOOK.md');
    await page.locator('.codelens-decoration', { hasText: 'Run with Sample' }).waitFor();
    await page.locator('.squiggly-error').first().waitFor();
    // To the problem, and to what mends it.
    await page.getByText('50', { exact: true }).first().click();
    await page.locator('.codicon-gutter-lightbulb-auto-fix, [class*="lightbulb"]:visible').first().waitFor();
    await page.keyboard.press('Control+Period');
    await page.locator('.action-widget:not(.action-list-submenu-panel)').waitFor();
    await page.mouse.move(900, 400);
    // It fades in.
    await pause(800);
    await page.screenshot({ path: file });
  } finally {
    await stage.end();
  }
}

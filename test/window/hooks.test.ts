import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Cage } from '../agents/support/cage.ts';
import { AgentTree } from './support/agentTree.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import { it } from './support/stage.ts';

const placeOf = ({ workspace }: Cage) => join(workspace, '.agents', 'hooks');
const scriptOf = (cage: Cage, name = 'say-no') => join(placeOf(cage), name, 'scripts', 'run.sh');

function writeHook(cage: Cage, name = 'say-no'): void {
  mkdirSync(join(placeOf(cage), name, 'scripts'), { recursive: true });
  writeFileSync(scriptOf(cage, name), '#!/bin/sh\necho Not today. >&2\nexit 2\n');
  chmodSync(scriptOf(cage, name), 0o755);
  const keys = `name: ${name}\ndescription: Says [no](command:x) to everything\ntrigger: before_tool\n`;
  writeFileSync(join(placeOf(cage), name, 'HOOK.md'), `---\n${keys}---\n`);
}

/** Says yes to what the dialog asks, after `before`; returns what it said. */
async function agree(window: EditorWindow, label: string, before = () => {}): Promise<string> {
  const dialog = window.page.locator('.monaco-dialog-box');
  await dialog.waitFor();
  const text = (await dialog.textContent()) ?? '';
  await window.screenshot(`allow a hook ${label}`);
  before();
  await dialog.locator('.monaco-button', { hasText: new RegExp(`^${label}$`, 'u') }).click();
  await dialog.waitFor({ state: 'detached' });
  return text;
}

describe('a hook of the folder', () => {
  it('runs only after the person said so, as it was when they were asked', async ({ stage, window }) => {
    writeHook(stage.cage);
    const tree = new AgentTree(window);
    await window.run('beckon.hooks.focus');
    await window.seesRow(/^hook say-no, before_tool · allow it first$/u);
    await tree.clickButton(/^hook say-no/u, /^Allow…/u);
    const text = await agree(window, 'Allow', () => appendFileSync(scriptOf(stage.cage), '# more\n'));
    expect(text).toContain('Allow the hook "say-no" to run?');
    expect(text).toContain(scriptOf(stage.cage));
    expect(text).toContain('with your permissions');
    await window.seesToast(/changed in the meantime/u);
    await window.seesRow(/^hook say-no, before_tool · allow it first$/u);
    await tree.clickButton(/^hook say-no/u, /^Allow…/u);
    await agree(window, 'Allow');
    await window.seesRow(/^hook say-no, before_tool$/u);
    await tree.clickButton(/^hook say-no/u, /^Run with Sample/u);
    await window.seesRow(/^hook say-no, before_tool · denied (?:just now|\d+s ago)$/u);
    await tree.clickButton(/^hook say-no/u, /^Deny/u);
    await window.seesRow(/^hook say-no, before_tool · switched off$/u);
    await tree.clickButton(/^hook say-no/u, /^Allow…/u);
    await agree(window, 'Allow, Including Auto-Approve');
    await window.seesRow(/^hook say-no, before_tool · can auto-approve · denied/u);
    expect((await tree.tooltip(/^hook say-no/u)).links).toEqual([]);
    await window.screenshot('a hook that is allowed');
    rmSync(join(stage.cage.workspace, '.agents'), { recursive: true });
    await window.seesNoRow(/^hook /u);
  });

  it('is allowed from the message that it is not run, and runs then', async ({ stage, window }) => {
    writeHook(stage.cage, 'ask-first');
    await window.run('beckon.hooks.focus');
    await window.seesRow(/^hook ask-first, before_tool · allow it first$/u);
    // The row opens its HOOK.md, and the command is about the one that is open.
    await window.page.locator('.sidebar .monaco-list-row', { hasText: 'ask-first' }).click();
    await window.page.locator('.tab.active', { hasText: 'HOOK.md' }).waitFor();
    await window.run('beckon.runHookSample');
    await window.click('Allow…', /"ask-first" is not run: allow it first/u);
    await agree(window, 'Allow');
    await window.page.locator('.tab.active', { hasText: 'ask-first (sample)' }).waitFor();
    await window.screenshot('a hook that was allowed and run');
    rmSync(join(stage.cage.workspace, '.agents'), { recursive: true });
    await window.seesNoRow(/^hook /u);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash, type ToolUse } from '../agents/support/modelScript.ts';
import { until } from '../agents/support/until.ts';
import { AskDocument } from './support/askDocument.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import { QuickPick } from './support/quickPick.ts';
import { itWithClaude } from './support/stage.ts';

/** Opens what the only agent asks. */
async function read(window: EditorWindow): Promise<AskDocument> {
  await window.seesRow(/needs you/u);
  await window.run('beckon.preview');
  await new QuickPick(window).choose('Please play:');
  return new AskDocument(window);
}

const over = { text: 'The turn is over.' };

describe('what a Claude Code asks, edited before it is approved', () => {
  itWithClaude('runs the command as it was edited', async ({ stage, window, claude }) => {
    stage.model.script('touch', [{ tools: [bash('touch made.txt')] }, over]);
    await claude.submit('Please play:touch');
    const document = await read(window);
    await document.sees('touch made.txt');
    const labels = ['Approve', 'Deny', 'Deny with Reason…', 'Edit…'];
    await until('its buttons', async () => labels.join() === (await document.buttons()).slice(0, 4).join());
    await document.click('Edit…');
    await document.write('touch edited.txt');
    await document.click('Approve as Edited');
    await claude.sees(/The turn is over\./u);
    expect(stage.cage.has('edited.txt')).toBe(true);
    expect(stage.cage.has('made.txt')).toBe(false);
    await document.isGone();
  });

  itWithClaude('writes the file as it was edited', async ({ stage, window, claude }) => {
    const file = join(stage.cage.workspace, 'notes.md');
    const write: ToolUse = { name: 'Write', input: { file_path: file, content: '# Theirs\n' } };
    stage.model.script('write', [{ tools: [write] }, over]);
    await claude.submit('Please play:write');
    const document = await read(window);
    await document.sees('# Theirs');
    await document.click('Edit…');
    await document.write('# Mine');
    expect(stage.cage.has('notes.md')).toBe(false);
    await document.click('Approve as Edited');
    await claude.sees(/The turn is over\./u);
    expect(readFileSync(file, 'utf8').trim()).toBe('# Mine');
    await document.isGone();
  });
});

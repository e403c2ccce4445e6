import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash, type ToolUse } from '../agents/support/modelScript.ts';
import { until } from '../agents/support/until.ts';
import { AskDocument } from './support/askDocument.ts';
import { QuickPick } from './support/quickPick.ts';
import { itWithClaude } from './support/stage.ts';

const over = { text: 'The turn is over.' };
const command = 'touch made.txt && echo a command that is too long for its row';

describe('what a Claude Code asks, in a document', () => {
  itWithClaude(
    'is a change, which the toast shows and a button approves',
    async ({ stage, window, claude }) => {
      const file = join(stage.cage.workspace, 'notes.md');
      writeFileSync(file, '# Old\n');
      const edit: ToolUse = {
        name: 'Edit',
        input: { file_path: file, old_string: '# Old', new_string: '# New' },
      };
      const read: ToolUse = { name: 'Read', input: { file_path: file } };
      stage.model.script('edit', [{ tools: [read] }, { tools: [edit] }, over]);
      await claude.submit('Please play:edit');
      await window.click('Show Diff', /^Please play:edit wants to edit notes\.md/u);
      const document = new AskDocument(window);
      await document.sees('# New');
      await document.isCompared();
      expect((await document.buttons()).slice(0, 3)).toEqual(['Approve', 'Deny', 'Deny with Reason…']);
      await document.click('Approve');
      await claude.sees(/The turn is over\./u);
      expect(readFileSync(file, 'utf8')).toBe('# New\n');
      await document.isGone();
    },
  );

  itWithClaude('is denied with a reason, which the model is told', async ({ stage, window, claude }) => {
    stage.model.script('long', [{ tools: [bash(command)] }, over]);
    await claude.submit('Please play:long');
    const document = await AskDocument.ofOnlyAsk(window);
    await document.sees('touch made.txt');
    await document.click('Deny with Reason…');
    await new QuickPick(window).enter('Use git for that.');
    expect(await stage.model.asked('long', 1)).toMatch(/Use git for that\./u);
    await document.isGone();
    expect(stage.cage.has('made.txt')).toBe(false);
  });

  itWithClaude('is a command that is edited before it runs', async ({ stage, window, claude }) => {
    stage.model.script('touch', [{ tools: [bash('touch made.txt')] }, over]);
    await claude.submit('Please play:touch');
    const document = await AskDocument.ofOnlyAsk(window);
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

  itWithClaude('is a file that is edited before it is written', async ({ stage, window, claude }) => {
    const file = join(stage.cage.workspace, 'new.md');
    const write: ToolUse = { name: 'Write', input: { file_path: file, content: '# Theirs\n' } };
    stage.model.script('write', [{ tools: [write] }, over]);
    await claude.submit('Please play:write');
    const document = await AskDocument.ofOnlyAsk(window);
    await document.sees('# Theirs');
    await document.click('Edit…');
    await document.write('# Mine');
    expect(stage.cage.has('new.md')).toBe(false);
    await document.click('Approve as Edited');
    await claude.sees(/The turn is over\./u);
    expect(readFileSync(file, 'utf8').trim()).toBe('# Mine');
    await document.isGone();
  });
});

describe('a rule that a Claude Code proposes', () => {
  itWithClaude('is spelled out, and kept when it is approved', async ({ stage, window, claude }) => {
    const again = { tools: [bash('make again')] };
    stage.model.script('always', [again, again, over]);
    await claude.submit('Please play:always');
    await window.click('Approve Always…', /^Please play:always wants to run: make again/u);
    const pick = new QuickPick(window);
    await pick.sees(/Always allow in this project: /u);
    await pick.isAt('Approve Always');
    await window.press('Enter');
    // The second time it does not ask.
    await claude.sees(/The turn is over\./u);
    const rules = join(stage.cage.workspace, '.claude', 'settings.local.json');
    expect(readFileSync(rules, 'utf8')).toContain('Bash(make again');
  });
});

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash, type Step } from '../agents/support/modelScript.ts';
import { until } from '../agents/support/until.ts';
import { AgentTree } from './support/agentTree.ts';
import { QuickPick } from './support/quickPick.ts';
import { it, itWithClaude } from './support/stage.ts';

const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];

const runbook = `
agents:
  quiet: { run: "claude --allowedTools 'Bash(beckon emit:*)'", prompt: "Please play:quiet", on_idle: escalate }
`;
const waits = /^Run "quiet" is idle and waits for input$/u;

describe('two windows on two folders', () => {
  it('show and tell of their own agents each, all on request, and lead to each other', async ({
    stage,
    window,
  }) => {
    stage.model.script('hello', [{ text: 'Good morning.' }]);
    stage.model.script('touch', touch);
    const web = await stage.open(stage.cage.folders[1]);
    const [first, second] = [await stage.claudeOutside(), await web.runClaude()];
    await second.submit('Please play:hello');
    await web.seesRow(/^Please play:hello, idle/u);
    await first.submit('Please play:touch');
    const [sentence, asks] = [
      /^Claude · ws · main wants to run: touch made\.txt$/u,
      /^Please play:touch, needs/u,
    ];
    await window.seesToast(sentence);
    expect((await window.rows()).filter((row) => /play:hello/u.test(row))).toEqual([]);
    expect((await web.rows()).filter((row) => /play:touch/u.test(row))).toEqual([]);
    await web.run('beckon.showAllWindows');
    await web.seesRow(asks);
    await window.click('Approve', sentence);
    await web.seesRow(/^Please play:touch, idle/u);
    // Everything is over by now, so a second toast would have come.
    await web.run('notifications.showList');
    expect(await web.centre()).toEqual([]);
    await web.run('beckon.showTheseFolders');
    await web.seesNoRow(/play:touch/u);

    await web.run('workbench.action.closePanel');
    await window.run('beckon.showAllWindows');
    const tree = new AgentTree(window);
    await window.seesRow(/^Please play:hello, idle/u);
    await tree.select(/^Please play:hello, /u);
    await tree.chooseFromMenu(/^Go to Terminal$/u);
    await window.seesToast(/another window/u);
    await web.seesFocusInTerminal();
    await window.run('beckon.showTheseFolders');
  });

  it('know their agents also through a link', async ({ stage, window }) => {
    stage.model.script('linked', [{ text: 'Good night.' }]);
    const link = `${stage.cage.folders[1]}-link`;
    symlinkSync(stage.cage.folders[1] ?? '', link);
    const web = await stage.open(link);
    const claude = await web.runClaude();
    await claude.submit('Please play:linked');
    await web.seesRow(/^Please play:linked, idle/u);
    expect((await window.rows()).filter((row) => /play:linked/u.test(row))).toEqual([]);
  });

  it('leave a run of one that was closed to whoever opens its folder', async ({ stage, window: api }) => {
    const done = { tools: [bash('beckon emit agent:signal complete')] };
    stage.model.script('quiet', [{ text: 'Is that all?' }, done, { text: 'The turn is over.' }]);
    mkdirSync(join(stage.cage.workspace, '.agents'), { recursive: true });
    writeFileSync(join(stage.cage.workspace, '.agents', 'runbook.yaml'), runbook);
    const web = await stage.open(stage.cage.folders[1]);
    await web.run('beckon.showAllWindows');
    await api.run('beckon.startRun');
    await new QuickPick(api).click('quiet');
    await api.seesToast(waits);
    await api.close();
    await until('a run that nobody supervises', async () =>
      /Nobody supervises it/u.test((await stage.beckon('runs')).out),
    );
    expect(await web.toasts()).toEqual([]);
    const again = await stage.open();
    await again.seesToast(waits);
    await again.click('Nudge', waits);
    await web.seesRow(/^run quiet, done/u);
    await again.seesNoRow(/^Please play:quiet, working/u);
    await new AgentTree(again).select(/^run quiet, /u);
    await new AgentTree(again).chooseFromMenu(/^Forget/u);
    await web.seesNoRow(/^run /u);
    await web.run('beckon.showTheseFolders');
  });
});

describe('two windows on one folder', () => {
  itWithClaude(
    'leave a prompt to the one that tells of it, though the other is opened later',
    async ({ stage, window, claude }) => {
      stage.model.script('touch', touch);
      await claude.submit('Please play:touch');
      const sentence = /wants to run: touch made\.txt$/u;
      await window.seesToast(sentence);
      const later = await stage.open(stage.cage.folders[0]);
      await later.seesRow(/^Please play:touch, needs you · Bash touch made\.txt/u);
      await window.click('Approve', sentence);
      await later.seesRow(/^Please play:touch, idle/u);
      await later.run('notifications.showList');
      expect(await later.centre()).toEqual([]);
    },
  );
});

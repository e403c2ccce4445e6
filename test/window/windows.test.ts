import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash, type Step } from '../agents/support/modelScript.ts';
import { AgentTree } from './support/agentTree.ts';
import { QuickPick } from './support/quickPick.ts';
import { onStage } from './support/stage.ts';

const it = onStage({ folders: ['api', 'web'] });

const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];

const runbook = `
agents:
  quiet: { run: "claude --allowedTools 'Bash(beckon emit:*)'", prompt: "Please play:quiet", on_idle: escalate }
`;
const waits = /^Run "quiet" is idle and waits for input$/u;

describe('two windows on two folders', () => {
  it('show the agents of their own folder each, and those of all on request', async ({
    stage,
    window: api,
  }) => {
    stage.model.script('first', [{ text: 'Good morning.' }]);
    stage.model.script('second', [{ text: 'Good evening.' }]);
    const web = await stage.open(stage.cage.folders[1]);
    const [first, second] = [await api.runClaude(), await web.runClaude()];
    await first.submit('Please play:first');
    await second.submit('Please play:second');
    await api.seesRow(/^Please play:first, idle/u);
    await web.seesRow(/^Please play:second, idle/u);
    expect((await api.rows()).filter((row) => /play:second/u.test(row))).toEqual([]);
    expect((await web.rows()).filter((row) => /play:first/u.test(row))).toEqual([]);
    await web.run('beckon.showAllWindows');
    await web.seesRow(/^Please play:first, idle/u);
    await web.seesRow(/^Please play:second, idle/u);
    await web.run('beckon.showTheseFolders');
    await web.seesNoRow(/play:first/u);
  });

  it('know their agents also through a link', async ({ stage, window: api }) => {
    stage.model.script('linked', [{ text: 'Good night.' }]);
    const link = `${stage.cage.folders[1]}-link`;
    symlinkSync(stage.cage.folders[1] ?? '', link);
    const web = await stage.open(link);
    const claude = await web.runClaude();
    await claude.submit('Please play:linked');
    await web.seesRow(/^Please play:linked, idle/u);
    expect((await api.rows()).filter((row) => /play:linked/u.test(row))).toEqual([]);
  });

  it('tell of a prompt in one of them only', async ({ stage, window: api }) => {
    stage.model.script('touch', touch);
    const web = await stage.open(stage.cage.folders[1]);
    await web.run('beckon.showAllWindows');
    const claude = await api.runClaude();
    await claude.submit('Please play:touch');
    const sentence = /^Claude · api · main wants to run: touch made\.txt$/u;
    await api.seesToast(sentence);
    await web.seesRow(/^Please play:touch, needs you · Bash touch made\.txt/u);
    await api.click('Approve', sentence);
    await web.seesRow(/^Please play:touch, idle/u);
    // Everything is over by now: a second one would have come long ago.
    await web.run('notifications.showList');
    expect(await web.centre()).toEqual([]);
    expect(await web.toasts()).toEqual([]);
    await web.run('beckon.showTheseFolders');
  });

  it('leave a prompt to the one that tells of it, also where the other is opened on its folder later', async ({
    stage,
    window: api,
  }) => {
    stage.model.script('touch', touch);
    const claude = await api.runClaude();
    await claude.submit('Please play:touch');
    const sentence = /wants to run: touch made\.txt$/u;
    await api.seesToast(sentence);
    const later = await stage.open(stage.cage.folders[0]);
    // Long after a window takes up what nobody else tells of.
    await later.seesRow(/^Please play:touch, needs you · Bash touch made\.txt · 30s/u);
    expect(await later.toasts()).toEqual([]);
    await api.click('Approve', sentence);
    await later.seesRow(/^Please play:touch, idle/u);
    await later.run('notifications.showList');
    expect(await later.centre()).toEqual([]);
  });

  it('reach each other to go to a terminal', async ({ stage, window: api }) => {
    stage.model.script('hello', [{ text: 'Good morning.' }]);
    const web = await stage.open(stage.cage.folders[1]);
    await api.run('beckon.showAllWindows');
    const claude = await web.runClaude();
    await claude.submit('Please play:hello');
    await web.run('workbench.action.closePanel');
    const row = /^Please play:hello, idle/u;
    const tree = new AgentTree(api);
    await api.seesRow(row);
    await api.run('beckon.showAgents');
    await tree.select(row);
    await tree.chooseFromMenu(/^Go to Terminal$/u);
    await api.seesToast(/another window/u);
    await web.seesFocusInTerminal();
    await claude.sees(/Good morning\./u);
    await api.run('beckon.showTheseFolders');
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
    // Long after a window with the folder would have it.
    await web.seesRow(/^run quiet, waits: idle · 30s/u);
    expect(await web.toasts()).toEqual([]);
    expect((await stage.beckon('runs')).out).toMatch(/Nobody supervises it/u);
    const again = await stage.open();
    await again.seesToast(waits);
    await again.click('Nudge', waits);
    await web.seesRow(/^run quiet, done/u);
    await again.seesNoRow(/^Please play:quiet, working/u);
    await again.run('beckon.showAgents');
    await new AgentTree(again).select(/^run quiet, /u);
    await new AgentTree(again).chooseFromMenu(/^Forget/u);
    await web.seesNoRow(/^run /u);
    await web.run('beckon.showTheseFolders');
  });
});

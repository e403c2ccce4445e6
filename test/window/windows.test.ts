import { symlinkSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { bash, type Step } from '../agents/support/modelScript.ts';
import { AgentTree } from './support/agentTree.ts';
import { it } from './support/stage.ts';

const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];

describe('two windows on two folders', () => {
  it('show and tell of their own agents each, also through a link, all on request, and lead to each other', async ({
    stage,
    window,
  }) => {
    stage.model.script('hello', [{ text: 'Good morning.' }]);
    stage.model.script('touch', touch);
    const link = `${stage.cage.folders[1]}-link`;
    symlinkSync(stage.cage.folders[1] ?? '', link);
    const web = await stage.open(link);
    const [first, second] = [await stage.claudeOutside(), await web.runClaude()];
    await second.submit('Please play:hello');
    await web.seesRow(/^Please play:hello, (?:idle|done)/u);
    await first.submit('Please play:touch');
    const [sentence, asks] = [
      /^Please play:touch wants to run: touch made\.txt \(ws · main\)$/u,
      /^Please play:touch, needs/u,
    ];
    await window.seesToast(sentence);
    expect((await window.rows()).filter((row) => /play:hello/u.test(row))).toEqual([]);
    expect((await web.rows()).filter((row) => /play:touch/u.test(row))).toEqual([]);
    await web.run('beckon.showAllWindows');
    await web.seesRow(asks);
    await window.click('Approve', sentence);
    await web.seesRow(/^Please play:touch, (?:idle|done)/u);
    // Everything is over by now, so a second toast would have come.
    await web.run('notifications.showList');
    expect(await web.centre()).toEqual([]);
    await web.run('beckon.showTheseFolders');
    await web.seesNoRow(/play:touch/u);

    await web.run('workbench.action.closePanel');
    await window.run('beckon.showAllWindows');
    const tree = new AgentTree(window);
    await window.seesRow(/^Please play:hello, (?:idle|done)/u);
    await tree.select(/^Please play:hello, /u);
    await tree.chooseFromMenu(/^Go to Terminal/u);
    await window.seesToast(/another window/u);
    await web.seesFocusInTerminal();
    await window.run('beckon.showTheseFolders');
  });
});

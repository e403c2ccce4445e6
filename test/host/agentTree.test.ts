import * as vscode from 'vscode';
import { installedBeckon } from './support/beckon.ts';
import { post } from './support/post.ts';
import { needsBrowser, texts, ui } from './support/ui.ts';
import { until } from './support/until.ts';

const rows = '.sidebar .pane-body .monaco-list-row';
const eventsPerSecond = 60;
const row = `${rows}:has-text("Keep busy")`;

describe('The tree of agents', () => {
  before(async function () {
    needsBrowser(this);
    await until('Beckon is active', () => installedBeckon().isActive);
    await vscode.commands.executeCommand('beckon.showAgents');
  });

  afterEach(async () => {
    await post('busy', 'SessionEnd', { reason: 'other' });
    await until('no row is left', async () => (await texts(rows)).length === 0);
  });

  it('is drawn again and again while events keep coming', async () => {
    await post('busy', 'UserPromptSubmit', { prompt: 'Keep busy' });
    await ui({ do: 'waitFor', selector: row });
    const told: Promise<void>[] = [];
    const sendNext = () => {
      const tool = `Tool${told.length}`;
      told.push(post('busy', 'PreToolUse', { tool_name: tool, tool_use_id: tool, tool_input: {} }));
    };
    // More often than VS Code waits for silence; whatever is seen before the end was drawn in between.
    const events = setInterval(sendNext, 1000 / eventsPerSecond);
    const seen = new Set<string>();
    try {
      await until('the row told of eight tools', async () => {
        const [tool] = /Tool\d+/.exec((await texts(row)).join()) ?? [];
        if (tool) seen.add(tool);
        return seen.size >= 8;
      });
    } finally {
      clearInterval(events);
      await Promise.all(told);
    }
  });
});

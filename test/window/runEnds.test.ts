import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasConversation } from '../../src/programs/claudeCode/node/conversation.ts';
import { inCage } from '../agents/support/leftovers.ts';
import { bash } from '../agents/support/modelScript.ts';
import { until } from '../agents/support/until.ts';
import type { EditorWindow } from './support/editorWindow.ts';
import type { Stage } from './support/openStage.ts';
import { QuickPick } from './support/quickPick.ts';
import { done, forgetRun } from './support/runbookRuns.ts';
import { it } from './support/stage.ts';

/** Writes a runbook with one agent, `work`, and starts that. */
async function startWork(window: EditorWindow, { cage }: Stage, rules: string): Promise<void> {
  mkdirSync(join(cage.workspace, '.agents'), { recursive: true });
  const agent = `run: "claude --allowedTools 'Bash'", prompt: "Please play:work", ${rules}`;
  writeFileSync(join(cage.workspace, '.agents', 'runbook.yaml'), `agents:\n  work: { ${agent} }\n`);
  await window.run('beckon.startRun');
  const pick = new QuickPick(window);
  await pick.sees(/^work$/u);
  await pick.click('work');
}

describe('an agent whose terminal is closed', () => {
  it('is resumed once, when it has gone, and the run goes on with it', async ({ stage, window }) => {
    const claudes = (option: string) =>
      inCage(stage.cage).filter(({ command }) => /^claude/u.test(command) && command.includes(option));
    // What is said to the agent that goes on is the next but one.
    stage.model.script('work', [{ tools: [bash('touch begun; sleep 60')] }, done, done, { text: 'Over.' }]);
    await startWork(window, stage, 'on_dead: resume');
    await until('its work', () => stage.cage.has('begun'));
    // One that goes before that has no conversation to go on with.
    const [, session = ''] = /--session-id (\S+)/u.exec(claudes('--session-id')[0]?.command ?? '') ?? [];
    const { home, workspace } = stage.cage;
    await until('the transcript', () => hasConversation(join(home, '.claude'), workspace, session));
    await window.run('workbench.action.terminal.killAll');
    await until('the agent that goes on', () => claudes('--resume').length > 0);
    expect(claudes('--session-id')).toEqual([]);
    await window.seesRow(/^run work, done/u);
    await forgetRun(window, 'work');
    expect(await window.toasts()).toEqual([]);
  });
});

describe('an agent that is being started', () => {
  it('is started also where the window is loaded anew at that moment', async ({ stage, window }) => {
    stage.model.script('work', [done, { text: 'Over.' }]);
    await startWork(window, stage, 'on_dead: fail');
    const runs = join(stage.cage.beckonHome, 'runs');
    const kept = () => (existsSync(runs) ? readdirSync(runs).filter((name) => name.endsWith('.json')) : []);
    await until('a start', () =>
      kept().some((name) => readFileSync(join(runs, name), 'utf8').includes('"pending":{"kind":"start"')),
    );
    await window.reload();
    await window.seesRow(/^run work, done/u);
    await forgetRun(window, 'work');
  });
});

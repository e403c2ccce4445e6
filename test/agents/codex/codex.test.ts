import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { tryGates } from '../support/tryGates.ts';
import { gate, until } from '../support/until.ts';
import { escalated, exec, question, spawn } from './codexHands.ts';
import { codexIt, doctor } from './codexScene.ts';

const it = codexIt();

describe('the real Codex', () => {
  it('is heard from its first prompt on, works, and is idle when its turn is over', async ({ at }) => {
    const { scene, codex, serve } = at;
    expect(serve.rows()).toEqual([]);
    expect(at.beforeReview).toContain('unreviewed');
    expect(await doctor(scene)).not.toContain('unreviewed');
    const busy = gate();
    scene.model.script('work', [{ tools: [exec('echo hi')] }, { text: 'Done.', midway: busy }]);
    await codex.submit('Please play:work');
    const { agent } = await serve.only('working');
    expect(agent).toMatch(/^codex:[\da-f-]{36}$/u);
    busy.open();
    await serve.only('idle');
    await serve.until('a title', ([one]) => one?.title === 'A scripted title');
  });

  it('does what was approved from outside, and nothing that was denied', async ({ at }) => {
    const { scene, codex, serve } = at;
    const [approved, denied] = [join(scene.cage.home, 'approved'), join(scene.cage.home, 'denied')];
    scene.model.script('yes', [{ tools: [escalated(`touch ${approved}`)] }, { text: 'Touched.' }]);
    await codex.submit('Please play:yes');
    const { agent, prompt } = await serve.asks();
    expect(prompt).toMatchObject({ type: 'permission', tool: 'Bash' });
    expect(existsSync(approved)).toBe(false);
    await scene.decide(agent, 'approve');
    await serve.only('idle');
    expect(existsSync(approved)).toBe(true);

    scene.model.script('no', [{ tools: [escalated(`touch ${denied}`)] }, { text: 'As you wish.' }]);
    await codex.submit('Please play:no');
    await serve.asks();
    await scene.decide(agent, 'deny', '-m', 'Not this one.');
    expect(await scene.model.asked('no', 1)).toContain('Not this one.');
    await serve.only('idle');
    expect(existsSync(denied)).toBe(false);
  });

  it('takes what Beckon types as one prompt, several lines too', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('typed', [{ text: 'On it.' }]);
    await codex.nudge('Go on.\n\nPlease play:typed');
    expect(await scene.model.asked('typed')).toContain('Go on. Please play:typed');
    await codex.sees(/On it\./u);
    await serve.only('idle');
  });

  it('asks in its own terminal once it is let go, and Esc there ends the ask', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('esc', [{ tools: [escalated('touch /nowhere/at-all')] }, { text: 'Never.' }]);
    await codex.submit('Please play:esc');
    const { agent } = await serve.asks();
    await scene.decide(agent, 'escalate');
    await codex.sees(/Would you like to run the following command/u);
    codex.press('escape');
    await serve.only('idle');
  });

  it('has a row for a subagent that asks, and is idle when that goes on alone', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('parent', [{ tools: [spawn('inner')] }, { text: 'It is on its way.' }]);
    scene.model.script('inner', [{ tools: [escalated('echo from below')] }, { text: 'Done below.' }]);
    await codex.submit('Please play:parent');
    const { agent, parent } = await serve.asks();
    expect(agent.startsWith(`${parent}/`)).toBe(true);
    await scene.decide(agent, 'approve');
    await serve.only('idle');
    await serve.until('the end of all work', (rows) => rows.every(({ state }) => state === 'idle'));
  });

  it('does not do what a hook denies', async ({ at }) => {
    const { scene, codex, serve } = at;
    await scene.beckon('hooks', 'new', 'block-dangerous-commands', '--from', 'block-dangerous-commands');
    scene.model.script('guard', [{ tools: [exec('rm -rf /')] }, { text: 'Then not.' }]);
    await codex.submit('Please play:guard');
    expect(await scene.model.asked('guard', 1)).toContain('Dangerous command blocked');
    await serve.only('idle');
  });

  it('is kept from a prompt, told something with another, and kept from the end of its turn by hooks', async ({
    at,
  }) => {
    await tryGates(at.scene, at.serve, at.codex.submit);
  });

  it('has failed when its model fails, which no hook tells', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('bad', [{ status: 401 }]);
    await codex.submit('Please play:bad');
    const { detail } = await serve.only('failed');
    expect(detail).toBe('unauthorized');
  });

  it('shows a question, which its own terminal answers', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('ask', [{ tools: [question] }, { text: 'Red it is.' }]);
    // It asks in plan mode only.
    codex.type('\u001b[Z');
    await codex.sees(/Plan mode/u);
    await codex.submit('Please play:ask');
    const { prompt } = await serve.only('prompting');
    expect(prompt).toMatchObject({ type: 'question' });
    await codex.sees(/Which colour\?/u);
    codex.press('enter');
    expect(await scene.model.asked('ask', 1)).toContain('Red');
    await serve.only('idle');
  });

  it('has exited when it was killed, and its settings are given back', async ({ at }) => {
    const { scene, codex, serve } = at;
    await codex.killHard();
    await serve.only('exited');
    const file = join(scene.cage.workspace, '.codex', 'hooks.json');
    expect(readFileSync(file, 'utf8')).toContain('PermissionRequest');
    await scene.beckon('uninstall', '--agent', 'codex', '--workspace', scene.cage.workspace);
    await until('nothing of Beckon', () => !existsSync(join(scene.cage.workspace, '.codex')));
  });
});

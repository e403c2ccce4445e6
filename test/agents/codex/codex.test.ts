import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { gate } from '../support/until.ts';
import { escalated, exec } from './codexHands.ts';
import { codexIt } from './codexScene.ts';

const it = codexIt();

describe('the real Codex', () => {
  it('is heard from its first prompt on, works, and is idle when its turn is over', async ({ at }) => {
    const { scene, codex, serve } = at;
    expect(serve.rows()).toEqual([]);
    const busy = gate();
    scene.model.script('work', [{ tools: [exec('echo hi')] }, { text: 'Done.', midway: busy }]);
    await codex.submit('Please play:work');
    const row = await serve.only('working');
    expect(row.agent).toMatch(/^codex:[\da-f-]{36}$/u);
    busy.open();
    await serve.only('idle');
    await serve.until('a title', ([one]) => one?.title === 'A scripted title');
  });

  it('does what was approved from outside, and nothing that was denied', async ({ at }) => {
    const { scene, codex, serve } = at;
    const file = join(scene.cage.home, 'approved');
    scene.model.script('yes', [{ tools: [escalated(`touch ${file}`)] }, { text: 'Touched.' }]);
    await codex.submit('Please play:yes');
    const { agent, prompt } = await serve.asks();
    expect(prompt).toMatchObject({ type: 'permission', tool: 'Bash' });
    expect(existsSync(file)).toBe(false);
    await scene.decide(agent, 'approve');
    await serve.only('idle');
    expect(existsSync(file)).toBe(true);

    const other = join(scene.cage.home, 'denied');
    scene.model.script('no', [{ tools: [escalated(`touch ${other}`)] }, { text: 'As you wish.' }]);
    await codex.submit('Please play:no');
    await serve.asks();
    await scene.decide(agent, 'deny', '-m', 'Not this one.');
    expect(await scene.model.asked('no', 1)).toContain('Not this one.');
    await serve.only('idle');
    expect(existsSync(other)).toBe(false);
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

  it('has failed when its model fails, which no hook tells', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('bad', [{ status: 401 }]);
    await codex.submit('Please play:bad');
    const { detail } = await serve.only('failed');
    expect(detail).toBe('unauthorized');
  });

  it('has exited when it was killed', async ({ at }) => {
    const { scene, codex, serve } = at;
    scene.model.script('last', [{ text: 'Good bye.' }]);
    await codex.submit('Please play:last');
    await serve.only('idle');
    await codex.killHard();
    await serve.only('exited');
  });
});

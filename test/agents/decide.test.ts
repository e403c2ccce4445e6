import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash } from './support/modelScript.ts';
import { it as aloneIt } from './support/scene.ts';
import { sharedIt } from './support/sharedScene.ts';

const touch = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];
/** What `decide` says of what is decided already. */
const over = { code: 1, err: expect.stringContaining('is pending') };
const dialog = /Do you want to proceed\?/u;

describe('at a Claude Code on a terminal', () => {
  const it = sharedIt();

  it('approve runs the tool, with no key pressed', async ({ scene, claude, serve }) => {
    scene.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const row = await serve.asks();
    expect(row).toMatchObject({
      state: 'prompting',
      urgency: 'attention',
      cwd: scene.cage.workspace,
      prompt: { type: 'permission', tool: 'Bash' },
    });
    await claude.sees(dialog);
    expect(scene.cage.has('made.txt')).toBe(false);
    await scene.decide(row.decision, 'approve');
    await claude.sees(/The turn is over\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
    expect(await serve.only('idle')).toMatchObject({ agent: row.agent, urgency: 'idle' });
  });

  it('approve for always is not asked again about the same call', async ({ scene, claude, serve }) => {
    const script = join(scene.cage.workspace, 'step.sh');
    writeFileSync(script, '#!/bin/sh\necho once >>made.txt\n', { mode: 0o755 });
    const call = { tools: [bash('./step.sh')] };
    scene.model.script('twice', [call, call, { text: 'The turn is over.' }]);
    await claude.submit('Please play:twice');
    await scene.decide((await serve.asks()).decision, 'approve', '--always');
    await claude.sees(/The turn is over\./u);
    expect(readFileSync(join(scene.cage.workspace, 'made.txt'), 'utf8')).toBe('once\nonce\n');
    await serve.only('idle');
    expect(new Set(serve.history().flatMap(({ decision }) => decision ?? [])).size).toBe(1);
  });

  it('deny with a message reaches the model, which goes on', async ({ scene, claude, serve }) => {
    scene.model.script('touch', touch);
    await claude.submit('Please play:touch');
    // The agent stands for its decision when there is only one.
    await scene.decide((await serve.asks()).agent, 'deny', '-m', 'Not on a Friday, please.');
    expect(await scene.model.asked('touch', 1)).toContain('Not on a Friday, please.');
    await claude.sees(/The turn is over\./u);
    await serve.only('idle');
    expect(scene.cage.has('made.txt')).toBe(false);
  });

  it("escalate leaves the agent's own dialog, and pins the row until it is answered there", async ({
    scene,
    claude,
    serve,
  }) => {
    scene.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const { decision } = await serve.asks();
    await scene.decide(decision, 'escalate');
    const row = await serve.until('the end of the decision', ([first]) => !first?.decision && first);
    expect(row).toMatchObject({ state: 'prompting', urgency: 'attention' });
    expect(await scene.beckon('decide', decision, 'approve')).toMatchObject(over);
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
    await serve.only('idle');
  });

  it('the terminal that answers first withdraws the decision, which nobody can settle any more', async ({
    scene,
    claude,
    serve,
  }) => {
    scene.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const { decision } = await serve.asks();
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    expect(scene.cage.has('made.txt')).toBe(true);
    expect(await scene.beckon('decide', decision, 'deny')).toMatchObject(over);
  });
});

describe('at a headless Claude Code', () => {
  aloneIt('deny reaches the model with its message, and approve runs the tool', async ({ scene }) => {
    scene.model.script('touch', [
      { tools: [bash('touch denied.txt')] },
      { tools: [bash('touch made.txt')] },
      { text: 'The turn is over.' },
    ]);
    await scene.install();
    const serve = await scene.serve();
    const claude = scene.headless('Please play:touch');
    const { decision } = await serve.asks();
    await scene.decide(decision, 'deny', '-m', 'Not on a Friday, please.');
    expect(await scene.model.asked('touch', 1)).toContain('Not on a Friday, please.');
    const next = await serve.until('the second decision', (rows) => {
      return rows.find((row) => row.decision !== undefined && row.decision !== decision)?.decision;
    });
    await scene.decide(next, 'approve');
    expect(await claude.ended).toMatchObject({ code: 0, out: expect.stringContaining('The turn is over.') });
    expect([scene.cage.has('denied.txt'), scene.cage.has('made.txt')]).toEqual([false, true]);
  });
});

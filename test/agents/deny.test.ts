import { describe, expect } from 'vitest';
import { bash } from './support/modelScript.ts';
import { it } from './support/scene.ts';

const touch = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];

describe('deny', () => {
  it('with a message reaches the model of a Claude Code on a terminal, which goes on', async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:touch');
    await scene.decide((await serve.asks()).decision, 'deny', '-m', 'Not on a Friday, please.');
    expect(await scene.model.asked('touch', 1)).toContain('Not on a Friday, please.');
    await claude.sees(/The turn is over\./u);
    await serve.only('idle');
    expect(scene.cage.has('made.txt')).toBe(false);
  });

  it('with a message reaches the model of a headless Claude Code', async ({ scene }) => {
    scene.model.script('touch', touch);
    await scene.install();
    const serve = await scene.serve();
    const claude = scene.headless('Please play:touch');
    await scene.decide((await serve.asks()).decision, 'deny', '-m', 'Not on a Friday, please.');
    expect(await claude.ended).toMatchObject({ code: 0, out: expect.stringContaining('The turn is over.') });
    expect(await scene.model.asked('touch', 1)).toContain('Not on a Friday, please.');
    expect(scene.cage.has('made.txt')).toBe(false);
  });
});

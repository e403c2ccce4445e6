import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash } from './support/modelScript.ts';
import { it } from './support/scene.ts';

const touch = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];

describe('approve', () => {
  it('runs the tool of a Claude Code on a terminal, with no key pressed', async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:touch');
    const row = await serve.asks();
    expect(row).toMatchObject({
      state: 'prompting',
      urgency: 'attention',
      cwd: scene.cage.workspace,
      prompt: { type: 'permission', tool: 'Bash' },
    });
    await claude.sees(/Do you want to proceed\?/u);
    expect(scene.cage.has('made.txt')).toBe(false);
    await scene.decide(row.decision, 'approve');
    await claude.sees(/The turn is over\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
    expect(await serve.only('idle')).toMatchObject({ agent: row.agent, urgency: 'idle' });
  });

  it('takes the agent for its decision when there is only one', async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:touch');
    await scene.decide((await serve.asks()).agent, 'approve');
    await claude.sees(/The turn is over\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('runs the tool of a headless Claude Code', async ({ scene }) => {
    scene.model.script('touch', touch);
    await scene.install();
    const serve = await scene.serve();
    const claude = scene.headless('Please play:touch');
    await scene.decide((await serve.asks()).decision, 'approve');
    expect(await claude.ended).toMatchObject({ code: 0, out: expect.stringContaining('The turn is over.') });
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('for always is not asked again about the same call', async ({ scene }) => {
    const script = join(scene.cage.workspace, 'step.sh');
    writeFileSync(script, '#!/bin/sh\necho once >>made.txt\n', { mode: 0o755 });
    const call = { tools: [bash('./step.sh')] };
    scene.model.script('twice', [call, call, { text: 'The turn is over.' }]);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:twice');
    await scene.decide((await serve.asks()).decision, 'approve', '--always');
    await claude.sees(/The turn is over\./u);
    expect(readFileSync(join(scene.cage.workspace, 'made.txt'), 'utf8')).toBe('once\nonce\n');
    await serve.only('idle');
    expect(new Set(serve.history().flatMap(({ decision }) => decision ?? [])).size).toBe(1);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { notReadBy } from '../../src/node/evidence/terminalReader.ts';
import { bash } from './support/modelScript.ts';
import { it } from './support/scene.ts';

const touch = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];
/** What `decide` says of what is decided already. */
const over = { code: 1, err: expect.stringContaining('is pending') };
const dialog = /Do you want to proceed\?/u;

describe('escalate', () => {
  it("leaves the agent's own dialog, and pins the row until it is answered there", async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
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
});

describe('the terminal that answers first', () => {
  it('with yes withdraws the decision, which nobody can settle any more', async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:touch');
    const { decision } = await serve.asks();
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    expect(scene.cage.has('made.txt')).toBe(true);
    expect(await scene.beckon('decide', decision, 'deny')).toMatchObject(over);
  });

  it('with no withdraws the decision, and the row is idle though no entry is run', async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:touch');
    const { decision } = await serve.asks();
    await claude.answer(dialog, /^No$/u);
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    expect(scene.cage.has('made.txt')).toBe(false);
    expect(await scene.beckon('decide', decision, 'approve')).toMatchObject(over);
  });

  it('with Esc withdraws the decision, and the row is idle though no entry is run', async ({ scene }) => {
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:touch');
    const { decision } = await serve.asks();
    await claude.answer(dialog, 'escape');
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    expect(await scene.beckon('decide', decision, 'approve')).toMatchObject(over);
    expect(scene.cage.has('made.txt')).toBe(false);
  });

  it('with no to a question withdraws the decision', async ({ scene }) => {
    const options = ['Red', 'Blue'].map((label) => ({ label, description: label }));
    const questions = [{ question: 'Which colour?', header: 'Colour', multiSelect: false, options }];
    scene.model.script('ask', [{ tools: [{ name: 'AskUserQuestion', input: { questions } }] }]);
    const { claude, serve } = await scene.open();
    await claude.submit('Please play:ask');
    const { decision } = await serve.asks();
    await claude.answer(/Esc to cancel/u, 'escape');
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    expect(await scene.beckon('decide', decision, 'answer', 'Red')).toMatchObject(over);
  });
});

describe('what is typed into the terminal', () => {
  it('is not read while the editor is open there, which only Linux tells', async ({ scene }) => {
    scene.model.script('talk', [{ text: 'The turn is over.' }]);
    const editor = join(scene.cage.home, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho The editor is open.\nread line\n', { mode: 0o755 });
    const { claude } = await scene.open({ env: { EDITOR: editor, VISUAL: editor } });
    await claude.submit('Please play:talk');
    await claude.sees(/The turn is over\./u);
    expect(await notReadBy(claude.pid, claude.pid)).toBeUndefined();
    claude.type('\u0007');
    await claude.sees(/The editor is open\./u);
    expect(await notReadBy(claude.pid, claude.pid)).toBe(
      process.platform === 'linux' ? 'covered' : undefined,
    );
    claude.press('enter');
    await claude.sees(/^❯/mu);
    await expect.poll(() => notReadBy(claude.pid, claude.pid), { timeout: 9000 }).toBeUndefined();
  });
});

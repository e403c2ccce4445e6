import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ToolUse } from './support/modelScript.ts';
import { sharedIt } from './support/sharedScene.ts';

const it = sharedIt();

const question: ToolUse = {
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which colour shall it be?',
        header: 'Colour',
        multiSelect: false,
        options: [
          { label: 'Red', description: 'warm' },
          { label: 'Blue', description: 'cold' },
        ],
      },
    ],
  },
};

describe('a question', () => {
  const ask = [{ tools: [question] }, { text: 'The turn is over.' }];

  it('is answered with one of its own options', async ({ scene, claude, serve }) => {
    scene.model.script('ask', ask);
    await claude.submit('Please play:ask');
    const row = await serve.asks();
    expect(row.prompt).toMatchObject({ type: 'question', tool: 'AskUserQuestion' });
    await claude.sees(/Which colour shall it be\?/u);
    await scene.decide(row.decision, 'answer', 'Blue');
    expect(await scene.model.asked('ask', 1)).toMatch(/Which colour shall it be\?.*Blue/u);
    await claude.sees(/The turn is over\./u);
    await serve.only('idle');
  });

  it('is not plainly approved: it goes on waiting, and can still be answered', async ({
    scene,
    claude,
    serve,
  }) => {
    scene.model.script('ask', ask);
    await claude.submit('Please play:ask');
    const { decision } = await serve.asks();
    await scene.held(decision);
    const refused = await scene.beckon('decide', decision, 'approve');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('needs an answer') });
    await claude.sees(/Which colour shall it be\?/u);
    await scene.decide(decision, 'answer', 'Which colour shall it be?=Red');
    expect(await scene.model.asked('ask', 1)).toMatch(/Which colour shall it be\?.*Red/u);
    await serve.only('idle');
  });

  it('is left by Esc in the terminal, which withdraws the decision', async ({ scene, claude, serve }) => {
    scene.model.script('ask', ask);
    await claude.submit('Please play:ask');
    const { decision } = await serve.asks();
    await claude.answer(/Esc to cancel/u, 'escape');
    expect(await serve.only('idle')).not.toHaveProperty('decision');
    const late = await scene.beckon('decide', decision, 'answer', 'Red');
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('is pending') });
  });
});

describe('a plan', () => {
  const plan: ToolUse = { name: 'ExitPlanMode', input: { plan: '# The plan\n\n1. Do it' } };

  it('is accepted, and the work begins', async ({ scene, claude, serve }) => {
    scene.model.script('plan', [{ tools: [plan] }, { text: 'The turn is over.' }]);
    await claude.submit('/plan');
    await claude.sees(/plan mode on/u);
    await claude.submit('Please play:plan');
    const row = await serve.asks();
    expect(row.prompt).toMatchObject({ type: 'plan_approval', tool: 'ExitPlanMode' });
    await scene.decide(row.decision, 'approve');
    expect(await scene.model.asked('plan', 1)).toMatch(/approved exiting plan mode/u);
    await claude.sees(/The turn is over\./u);
    await claude.seesNo(/plan mode on/u);
    await serve.only('idle');
  });

  it('is accepted as the person edited it', async ({ scene, claude, serve }) => {
    scene.model.script('plan', [{ tools: [plan] }, { text: 'The turn is over.' }]);
    await claude.submit('/plan');
    await claude.sees(/plan mode on/u);
    await claude.submit('Please play:plan');
    await scene.decide((await serve.asks()).decision, 'approve', '--plan', '# Better\n\n1. Do it well');
    expect(await scene.model.asked('plan', 1)).toMatch(/edited by user.*1\. Do it well/u);
    await serve.only('idle');
  });

  it('is sent back with a message', async ({ scene, claude, serve }) => {
    scene.model.script('plan', [{ tools: [plan] }, { text: 'The turn is over.' }]);
    await claude.submit('/plan');
    await claude.sees(/plan mode on/u);
    await claude.submit('Please play:plan');
    await scene.decide((await serve.asks()).decision, 'deny', '-m', 'Smaller steps, please.');
    expect(await scene.model.asked('plan', 1)).toContain('Smaller steps, please.');
    await claude.sees(/plan mode on/u);
    await serve.only('idle');
  });

  it('is accepted with the mode to go on in: its edits are then not asked about', async ({
    scene,
    claude,
    serve,
  }) => {
    const file = join(scene.cage.workspace, 'shed.md');
    const write: ToolUse = { name: 'Write', input: { file_path: file, content: 'Red' } };
    scene.model.script('plan', [{ tools: [plan] }, { tools: [write] }, { text: 'The turn is over.' }]);
    await claude.submit('/plan');
    await claude.sees(/plan mode on/u);
    await claude.submit('Please play:plan');
    await scene.decide((await serve.asks()).decision, 'approve', '--mode', 'acceptEdits');
    await claude.sees(/The turn is over\./u);
    await claude.sees(/accept edits on/u);
    expect(scene.cage.has('shed.md')).toBe(true);
    await serve.only('idle');
  });
});

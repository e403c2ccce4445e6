import { describe, expect } from 'vitest';
import { bash, type Step, subagent } from './support/modelScript.ts';
import type { Scene } from './support/scene.ts';
import type { Row, Serve } from './support/serve.ts';
import { sharedIt } from './support/sharedScene.ts';
import { gate, until } from './support/until.ts';

const dialog = /Do you want to proceed\?/u;

function touches(file: string): readonly Step[] {
  return [{ tools: [bash(`touch ${file}`)] }, { text: `${file} is over.` }];
}

/** The subagent that asks to touch this file. */
function askerOf(file: string): (rows: readonly Row[]) => (Row & { readonly decision: string }) | undefined {
  return (rows) =>
    rows.find(
      (row): row is Row & { readonly decision: string } =>
        row.parent !== undefined && row.decision !== undefined && !!row.prompt?.summary.includes(file),
    );
}

describe('background subagents', () => {
  // Longer than any test: what waits for its listener has no dialog.
  const it = sharedIt({ serveArgs: ['--hidden-wait', '600'] });

  it('that ask at once each get their own answer', async ({ scene, claude, serve }) => {
    scene.model.script('both', [
      { tools: [subagent('first'), subagent('second')] },
      { text: 'Both are under way.' },
    ]);
    scene.model.script('first', touches('first.txt'));
    scene.model.script('second', touches('second.txt'));
    await claude.submit('Please play:both');
    const first = await serve.until('the first request', askerOf('first.txt'));
    const second = await serve.until('the second request', askerOf('second.txt'));
    expect(first.agent).not.toBe(second.agent);
    expect(first.parent).toBe(second.parent);
    // In another order than they asked, so that a mix-up shows.
    await scene.decide(second.decision, 'approve');
    await scene.decide(first.decision, 'deny', '-m', 'Not the first one.');
    expect(await scene.model.asked('first', 1)).toContain('Not the first one.');
    await scene.model.asked('second', 1);
    expect(scene.cage.has('second.txt')).toBe(true);
    expect(scene.cage.has('first.txt')).toBe(false);
    await serve.only('idle');
  });

  it('keep their conversation working after its own turn has ended', async ({ scene, claude, serve }) => {
    scene.model.script('one', [{ tools: [subagent('first')] }, { text: 'It is under way.' }]);
    scene.model.script('first', touches('first.txt'));
    await claude.submit('Please play:one');
    const { decision, parent } = await serve.until('the request', askerOf('first.txt'));
    await claude.sees(/It is under way\./u);
    const ended = await serve.until('the end of the turn', (rows) => {
      return rows.find(({ agent, detail }) => agent === parent && detail === '1 background task');
    });
    expect(ended).toMatchObject({ state: 'working', urgency: 'working' });
    expect(claude.screen()).not.toMatch(dialog);
    await scene.decide(decision, 'approve');
    await serve.only('idle');
    expect(scene.cage.has('first.txt')).toBe(true);
  });
});

describe('a foreground subagent', () => {
  const it = sharedIt({ env: { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' } });

  it('that stops is idle, and its conversation works on', async ({ scene, claude, serve }) => {
    const over = gate();
    scene.model.script('wait', [{ tools: [subagent('first')] }, { text: 'The turn is over.', before: over }]);
    scene.model.script('first', touches('first.txt'));
    await claude.submit('Please play:wait');
    const { decision, parent } = await serve.until('the request', askerOf('first.txt'));
    // The dialog of a foreground subagent is there at once, as that of its conversation would be.
    await claude.sees(dialog);
    await scene.decide(decision, 'approve');
    await serve.until('the end of the subagent', (rows) => {
      return rows.some((row) => row.parent === parent && row.state === 'idle');
    });
    await serve.only('working');
    over.open();
    await serve.only('idle');
    const told = serve.history().flatMap(({ agent, state }) => (agent === parent ? [state] : []));
    // A line may come for what it cost alone: only a state that changes counts.
    const states = told.slice(told.indexOf('working')).filter((state, at, all) => state !== all[at - 1]);
    expect(states.filter((state) => state === 'idle')).toHaveLength(1);
  });

  it('that is answered in the terminal works from then on, however long its tool runs', async ({
    scene,
    claude,
    serve,
  }) => {
    scene.model.script('one', [{ tools: [subagent('slow')] }, { text: 'The turn is over.' }]);
    scene.model.script('slow', slow);
    await claude.submit('Please play:one');
    const { agent } = await serve.until('the request', askerOf('slow.txt'));
    await claude.answer(dialog, /^Yes$/u);
    await worksAlone({ scene, serve }, agent);
  });
});

describe('a background subagent that nobody answers', () => {
  const it = sharedIt({ serveArgs: ['--hidden-wait', '1'] });

  it('is handed to the terminal after the configured seconds, and works when that has answered', async ({
    scene,
    claude,
    serve,
  }) => {
    scene.model.script('one', [{ tools: [subagent('slow')] }, { text: 'It is under way.' }]);
    scene.model.script('slow', slow);
    await claude.submit('Please play:one');
    // It may be over before anybody looks.
    const asker = await serve.until('the request', () => askerOf('slow.txt')(serve.history()));
    await claude.sees(dialog);
    // The dialog may be there a moment before the listener says that it let go.
    const row = await serve.until('the subagent without a decision', (rows) =>
      rows.find(({ agent, decision }) => agent === asker.agent && decision === undefined),
    );
    expect(row).toMatchObject({ state: 'prompting', urgency: 'attention' });
    await claude.answer(dialog, /^Yes$/u);
    await worksAlone({ scene, serve }, asker.agent);
  });
});

const slow: readonly Step[] = [
  { tools: [bash('until [ -e go.txt ]; do sleep 0.1; done; touch slow.txt')] },
  { text: 'slow.txt is over.' },
];

/** The subagent is at work, nobody can decide any more, and all is idle when its tool may end. */
async function worksAlone({ scene, serve }: { scene: Scene; serve: Serve }, agent: string): Promise<void> {
  await serve.until('the subagent at work', (rows) =>
    rows.some((row) => row.agent === agent && row.state === 'working'),
  );
  expect((await scene.beckon('decide', agent, 'deny')).code).toBe(1);
  scene.cage.touch('go.txt');
  await until('the file', () => scene.cage.has('slow.txt'));
  await serve.only('idle');
}

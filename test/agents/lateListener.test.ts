import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash, type Step, subagent } from './support/modelScript.ts';
import { it } from './support/scene.ts';
import { gate } from './support/until.ts';

const dialog = /Do you want to proceed\?/u;
const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];

describe.each([
  { what: 'with the entries', entries: true },
  { what: 'without the entries', entries: false },
])('a listener that starts after the Claude Code $what', ({ entries }) => {
  it('shows it idle, working and prompting, as it is, and idle once the terminal has answered', async ({
    scene,
  }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    scene.model.script('tale', [{ text: 'Once upon a time\n\nthere was', midway: gate() }]);
    scene.model.script('touch', touch);
    if (entries) {
      await scene.install();
    }
    const claude = await scene.claude();
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    const first = await scene.serve();
    expect(await first.only('idle')).toMatchObject({ cwd: scene.cage.workspace });
    await first.stop();

    await claude.submit('Please play:tale');
    await claude.sees(/Once upon a time/u);
    const second = await scene.serve();
    await second.only('working');
    await second.stop();
    claude.press('escape');
    await claude.sees(/Interrupted/u);

    await claude.submit('Please play:touch');
    await claude.sees(dialog);
    const third = await scene.serve();
    expect(await third.only('prompting')).toMatchObject({ prompt: { type: 'permission' } });
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    await third.only('idle');
  });
});

describe('a Claude Code whose own folder is not the usual one', () => {
  it('is seen all the same, without the entries', async ({ scene }) => {
    scene.cage.moveConfig();
    scene.model.script('touch', touch);
    const { claude, serve } = await scene.open({ entries: false });
    await claude.submit('Please play:touch');
    await serve.only('prompting');
    await claude.answer(dialog, 'escape');
    await serve.only('idle');
    expect(existsSync(join(scene.cage.home, '.claude', 'sessions'))).toBe(false);
  });
});

describe('a listener that was away', () => {
  it('takes in what happened meanwhile, also the start of a subagent, which only the entries tell of', async ({
    scene,
  }) => {
    const over = gate();
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    scene.model.script('touch', touch);
    scene.model.script('one', [{ tools: [subagent('first')] }, { text: 'It is under way.' }]);
    scene.model.script('first', [{ text: 'The first is over.', before: over }]);
    const { claude, serve: first } = await scene.open();
    await first.only('idle');
    await first.stop();
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    await claude.submit('Please play:touch');
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    const second = await scene.serve();
    await second.until('the row with its first prompt', ([row, ...others]) => {
      return others.length === 0 && row?.state === 'idle' && row.title === 'Please play:hello';
    });
    // What was asked and answered meanwhile calls nobody.
    expect(second.history().filter(({ decision }) => decision !== undefined)).toEqual([]);
    await second.stop();

    await claude.submit('Please play:one');
    await scene.model.asked('first');
    const third = await scene.serve();
    const conversation = await third.only('working');
    const child = await third.until('the subagent', (rows) => rows.find(({ parent }) => parent));
    expect(child).toMatchObject({ parent: conversation.agent, state: 'working' });
    over.open();
    await third.only('idle');
  });

  it('gets a request that waited for it, and does not show an agent that left meanwhile', async ({
    scene,
  }) => {
    scene.model.script('touch', touch);
    scene.model.script('again', [{ text: 'Good evening.' }]);
    const { claude, serve: first } = await scene.open();
    await claude.submit('Please play:touch');
    const { agent } = await first.asks();
    // One that goes away before it has taken a request leaves it to the terminal.
    await scene.held(agent);
    await first.stop();
    const second = await scene.serve();
    const row = await second.asks();
    expect(row.agent).toBe(agent);
    await scene.decide(row.decision, 'approve');
    await claude.sees(/The turn is over\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
    await second.only('idle');
    await second.stop();

    // One that leaves meanwhile is not shown again.
    await claude.close();
    const third = await scene.serve();
    const other = await scene.claude();
    await other.submit('Please play:again');
    await other.sees(/Good evening\./u);
    expect((await third.only('idle')).agent).not.toBe(agent);
  });
});

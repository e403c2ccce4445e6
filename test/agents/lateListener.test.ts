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
  it('shows it idle', async ({ scene }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    if (entries) {
      await scene.install();
    }
    const claude = await scene.claude();
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    const serve = await scene.serve();
    expect(await serve.only('idle')).toMatchObject({ cwd: scene.cage.workspace });
  });

  it('shows it working', async ({ scene }) => {
    scene.model.script('tale', [{ text: 'Once upon a time\n\nthere was', midway: gate() }]);
    if (entries) {
      await scene.install();
    }
    const claude = await scene.claude();
    await claude.submit('Please play:tale');
    await claude.sees(/Once upon a time/u);
    const serve = await scene.serve();
    await serve.only('working');
  });

  it('shows it prompting, and idle once the terminal has answered', async ({ scene }) => {
    scene.model.script('touch', touch);
    if (entries) {
      await scene.install();
    }
    const claude = await scene.claude();
    await claude.submit('Please play:touch');
    await claude.sees(dialog);
    const serve = await scene.serve();
    expect(await serve.only('prompting')).toMatchObject({ prompt: { type: 'permission' } });
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    await serve.only('idle');
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
  it('takes in what happened meanwhile', async ({ scene }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    scene.model.script('touch', touch);
    const { claude, serve: first } = await scene.open();
    await claude.submit('Please play:hello');
    await first.only('idle');
    await first.stop();
    await claude.submit('Please play:touch');
    await claude.answer(dialog, /^Yes$/u);
    await claude.sees(/The turn is over\./u);
    const second = await scene.serve();
    await second.until('the row with its first prompt', ([row, ...others]) => {
      return others.length === 0 && row?.state === 'idle' && row.title === 'Please play:hello';
    });
    // What was asked and answered meanwhile calls nobody.
    expect(second.history().filter(({ decision }) => decision !== undefined)).toEqual([]);
  });

  it('knows a subagent that began meanwhile, which only the entries tell of', async ({ scene }) => {
    const over = gate();
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    scene.model.script('one', [{ tools: [subagent('first')] }, { text: 'It is under way.' }]);
    scene.model.script('first', [{ text: 'The first is over.', before: over }]);
    const { claude, serve: first } = await scene.open();
    await claude.submit('Please play:hello');
    await first.only('idle');
    await first.stop();
    await claude.submit('Please play:one');
    await scene.model.asked('first');
    const second = await scene.serve();
    const conversation = await second.only('working');
    const child = await second.until('the subagent', (rows) => rows.find(({ parent }) => parent));
    expect(child).toMatchObject({ parent: conversation.agent, state: 'working' });
    over.open();
    await second.only('idle');
  });

  it('does not show an agent that left meanwhile', async ({ scene }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    scene.model.script('again', [{ text: 'Good evening.' }]);
    const { claude, serve: first } = await scene.open();
    await claude.submit('Please play:hello');
    await first.only('idle');
    await first.stop();
    await claude.close();
    const second = await scene.serve();
    const other = await scene.claude();
    await other.submit('Please play:again');
    await other.sees(/Good evening\./u);
    await second.only('idle');
  });

  it('gets a request that waited for it, and its answer is taken', async ({ scene }) => {
    scene.model.script('touch', touch);
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
  });
});

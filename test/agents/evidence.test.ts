import { describe, expect } from 'vitest';
import { allowed } from './support/cagedClaude.ts';
import { isCleared } from './support/claudeHands.ts';
import { bash, type Step } from './support/modelScript.ts';
import { sharedIt } from './support/sharedScene.ts';
import { gate, until } from './support/until.ts';

const dialog = /Do you want to proceed\?/u;
const touch: readonly Step[] = [{ tools: [bash('touch made.txt')] }, { text: 'The turn is over.' }];
/** What `decide` says of what is decided already. */
const tooLate = { code: 1, err: expect.stringContaining('is pending') };

// Without the entries everything has to come from the session file, the process and the transcript.
describe.each([
  { what: 'with the entries', entries: true },
  { what: 'without the entries', entries: false },
])('the row of a Claude Code $what', ({ entries }) => {
  const it = sharedIt({ entries });

  it('is working while the model speaks, and idle after Esc', async ({ scene, claude, serve }) => {
    scene.model.script('tale', [{ text: 'Once upon a time\n\nthere was', midway: gate() }]);
    await serve.only('idle');
    await claude.submit('Please play:tale');
    await claude.sees(/Once upon a time/u);
    await serve.only('working');
    claude.press('escape');
    await claude.sees(/Interrupted/u);
    await serve.only('idle');
  });

  it('is working while a tool runs, and idle after Esc', async ({ scene, claude, serve }) => {
    scene.cage.allow('touch begun.txt; exec sleep 60');
    scene.model.script('wait', [{ tools: [bash(allowed)] }, { text: 'The turn is over.' }]);
    await claude.submit('Please play:wait');
    await until('the tool to run', () => scene.cage.has('begun.txt'));
    await serve.only('working');
    claude.press('escape');
    await claude.sees(/Interrupted/u);
    await serve.only('idle');
  });

  it.for([
    ['Esc', 'escape'],
    ['"No"', /^No$/u],
  ] as const)(
    'is prompting while a permission is asked for, and idle after %s, when nothing is left to decide',
    async ([, answer], { scene, claude, serve }) => {
      scene.model.script('touch', touch);
      await claude.submit('Please play:touch');
      const asking = await serve.only('prompting');
      expect(asking).toMatchObject({
        urgency: 'attention',
        prompt: { type: 'permission' },
      });
      await claude.answer(dialog, answer);
      expect(await serve.only('idle')).not.toHaveProperty('decision');
      expect(scene.cage.has('made.txt')).toBe(false);
      expect(await scene.beckon('decide', asking.agent, 'approve')).toMatchObject(tooLate);
    },
  );

  it('goes on with the work after "Yes" in the terminal', async ({ scene, claude, serve }) => {
    const over = gate();
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, { text: 'Over.', before: over }]);
    await claude.submit('Please play:touch');
    await serve.only('prompting');
    await claude.answer(dialog, /^Yes$/u);
    await serve.only('working');
    over.open();
    await serve.only('idle');
  });

  it('is the same one row after /clear, with a new id', async ({ scene, claude, serve }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    const before = await serve.only('idle');
    await claude.submit('/clear');
    const after = await serve.until('one idle row with a new id', (rows) => {
      const [row, ...others] = rows;
      return others.length === 0 && row && row.agent !== before.agent && row.state === 'idle' && row;
    });
    await until('a clear screen', () => isCleared(claude.screen()), { instead: claude.screen });
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    expect((await serve.only('idle')).agent).toBe(after.agent);
  });

  it('goes when the person leaves by /exit', async ({ scene, claude, serve }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    await claude.submit('Please play:hello');
    await claude.sees(/Good morning\./u);
    await serve.only('idle');
    await claude.submit('/exit');
    await serve.until('no row', (rows) => rows.length === 0);
    await until('the end of Claude Code', claude.ended);
  });

  it('is exited after kill -9 in the middle of the work', async ({ scene, claude, serve }) => {
    scene.model.script('tale', [{ text: 'Once upon a time\n\nthere was', midway: gate() }]);
    await claude.submit('Please play:tale');
    await serve.only('working');
    await claude.killHard();
    await serve.only('exited');
  });

  it('is exited after kill -9 while it asks, and nothing is left to decide', async ({
    scene,
    claude,
    serve,
  }) => {
    scene.model.script('touch', touch);
    await claude.submit('Please play:touch');
    const { agent } = await serve.only('prompting');
    await claude.killHard();
    expect(await serve.only('exited')).not.toHaveProperty('decision');
    expect(await scene.beckon('decide', agent, 'approve')).toMatchObject(tooLate);
  });

  it('is failed after an error of the API, by its class, and works again afterwards', async ({
    scene,
    claude,
    serve,
  }) => {
    const classes = {
      400: 'other',
      401: 'unauthorized',
      429: 'rate limited',
      500: 'overloaded',
      529: 'overloaded',
    };
    for (const [status, detail] of Object.entries(classes)) {
      scene.model.script(`error${status}`, [{ status: Number(status) }]);
      scene.model.script(`hello${status}`, [{ text: `Good morning after ${status}.` }]);
      await claude.submit(`Please play:error${status}`);
      expect(await serve.only('failed')).toMatchObject({ urgency: 'attention', detail });
      await claude.submit(`Please play:hello${status}`);
      await claude.sees(new RegExp(`Good morning after ${status}\\.`, 'u'));
      await serve.only('idle');
    }
  });
});

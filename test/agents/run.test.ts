import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash } from './support/modelScript.ts';
import { runIs, signals, startRun, writeRunbook, writeWork } from './support/runs.ts';
import { it } from './support/scene.ts';

describe('a run of the real Claude Code', () => {
  it('that is idle is nudged at the end of its turn, and is done when it says so', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work:\n    run: CLAUDE\n    prompt: "Please play:work"\n');
    scene.model.script('work', [{ text: 'I have thought about it.' }, signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    const run = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(run.steps).toMatchObject([{ name: 'work', outcome: 'done' }]);
    expect(await scene.model.asked('work', 1)).toMatch(/Go on with your task/u);
    await terminal.sees(/beckon run: work is done/u);
  });

  it('goes through a pipeline by itself', async ({ scene }) => {
    writeRunbook(
      scene,
      `agents:
  first: { run: CLAUDE, prompt: "Please play:first" }
  second: { run: CLAUDE, prompt: "Please play:second", on_idle: done }
pipelines:
  both:
    steps: [ { name: one, agent: first }, { name: two, agent: second } ]
`,
    );
    scene.model.script('first', [signals, { text: 'The first is done.' }]);
    scene.model.script('second', [{ text: 'The second is done.' }]);
    const terminal = await startRun(scene, 'both');
    const run = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(run.steps).toMatchObject([
      { name: 'one', outcome: 'done' },
      { name: 'two', outcome: 'done' },
    ]);
    await terminal.sees(/beckon run: both is done/u);
  });

  it('that asks waits for a person, and goes on when that is approved', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  ask: { run: CLAUDE, prompt: "Please play:ask", on_idle: done }\n');
    scene.model.script('ask', [{ tools: [bash('touch made.txt')] }, { text: 'Made.' }]);
    await startRun(scene, 'ask');
    const { agent, decision, run } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'approval', trigger: 'prompt' });
    expect(scene.cage.has('made.txt')).toBe(false);
    await scene.held(agent);
    await scene.beckon('decide', run, 'approve');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('whose process is killed is resumed, and goes on with its conversation', async ({ scene }) => {
    writeWork(scene, 'on_idle: escalate', 'on_dead: { action: resume, message: "You were interrupted." }');
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    const { agent } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    const [file = ''] = readdirSync(join(scene.cage.home, '.claude', 'sessions'));
    process.kill(Number.parseInt(file, 10), 'SIGKILL');
    const run = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(run.agent).toBe(agent);
    expect(await scene.model.asked('work', 1)).toMatch(/You were interrupted\./u);
  });

  it('behind other commands, which keeps its files elsewhere, is nudged with its conversation', async ({
    scene,
  }) => {
    writeRunbook(
      scene,
      `agents:
  work:
    run: cd . && CLAUDE_CONFIG_DIR="$HOME/kept" exec CLAUDE
    prompt: "Please play:work"
    on_idle: escalate
`,
    );
    cpSync(join(scene.cage.home, '.claude'), join(scene.cage.home, 'kept'), { recursive: true });
    cpSync(join(scene.cage.home, '.claude.json'), join(scene.cage.home, 'kept', '.claude.json'));
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    const { agent, run } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await scene.beckon('decide', run, 'nudge', '-m', 'Now finish.');
    const over = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(over.agent).toBe(agent);
    expect(await scene.model.asked('work', 1)).toMatch(/Now finish\./u);
  });

  it('that meets an error does what the rule for that error says', async ({ scene }) => {
    writeRunbook(
      scene,
      `agents:
  work:
    run: CLAUDE
    prompt: "Please play:work"
    on_error:
      - { match: rate_limited, action: escalate }
      - { action: fail }
`,
    );
    scene.model.script('work', [{ status: 429 }]);
    await startRun(scene, 'work');
    const { decision, run } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'error', trigger: 'rate_limited' });
    await scene.beckon('decide', run, 'cancel');
    const over = await runIs(scene, 'failed', ({ status }) => status === 'failed');
    expect(over.reason).toBe('cancelled');
  });
});

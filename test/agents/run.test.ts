import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { isNoted, runIs, signals, startRun, writeRunbook, writeWork } from './support/runs.ts';
import { it } from './support/scene.ts';

describe('a run of the real Claude Code', () => {
  it('goes through a pipeline by itself: one that is idle is nudged, and done when it says so', async ({
    scene,
  }) => {
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
    scene.model.script('first', [{ text: 'I have thought about it.' }, signals, { text: 'That was all.' }]);
    scene.model.script('second', [{ text: 'The second is done.' }]);
    const terminal = await startRun(scene, 'both');
    const run = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(run.steps).toMatchObject([
      { name: 'one', outcome: 'done' },
      { name: 'two', outcome: 'done' },
    ]);
    expect(await scene.model.asked('first', 1)).toMatch(/Continue with your task/u);
    await terminal.sees(/beckon run: both is done/u);
  });

  it('whose process is killed is resumed, and goes on with its conversation', async ({ scene }) => {
    writeWork(scene, 'on_idle: escalate', 'on_dead: { action: resume, message: "You were interrupted." }');
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    const { agent } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await isNoted(scene, 'I wait.');
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
    const { agent, id: run } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await isNoted(scene, 'I wait.');
    await scene.beckon('decide', run, 'nudge', '-m', 'Now finish.');
    const over = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(over.agent).toBe(agent);
    expect(await scene.model.asked('work', 1)).toMatch(/Now finish\./u);
  });
});

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownNode } from '../../support/runProgram.ts';
import { isNoted, runIs } from '../support/runs.ts';
import { openScene } from '../support/scene.ts';
import { beckonProgram } from '../support/serve.ts';
import { until } from '../support/until.ts';
import { cagedCopilot } from './cagedCopilot.ts';

/** The process of a conversation, as it says in its folder. */
function pidOf(folder: string): number {
  const lock = readdirSync(folder).find((name) => /^inuse\.\d+\.lock$/u.test(name)) ?? '';
  return Number(lock.split('.')[1]);
}

it('a run of Copilot CLI is started with a conversation of its own, nudged at the end of a turn, and resumed after a kill', async () => {
  const { scene, story, end } = await openScene([cagedCopilot()]);
  try {
    mkdirSync(join(scene.cage.workspace, '.agents'));
    writeFileSync(
      join(scene.cage.workspace, '.agents', 'runbook.yaml'),
      `agents:
  work:
    run: copilot --allow-all-tools
    prompt: "--Please play:work"
    on_idle: { action: nudge, attempts: 1, message: "Now go on." }
    on_dead: { action: resume, message: "You were interrupted." }
`,
    );
    await scene.install('copilot-cli');
    // After the kill it may know of its call, or not.
    const signal = '"$BECKON_HOME/bin/beckon" emit agent:signal complete';
    const command = `if [ -e begun ]; then ${signal}; else touch begun; while ps -p $PPID >/dev/null; do sleep 0.1; done; fi`;
    const tool = { name: 'bash', input: { command, description: 'Work', mode: 'sync' } };
    scene.model.script('work', [
      { text: 'I have thought about it.' },
      { tools: [tool] },
      { tools: [tool] },
      { text: 'That was all.' },
    ]);
    const terminal = scene.run(ownNode, { args: [beckonProgram, 'run', 'work'] });
    await until('the tool to run', () => scene.cage.has('begun'), { instead: terminal.screen });
    expect(await scene.model.asked('work', 1)).toContain('Now go on.');
    const { agent, attempts } = await runIs(scene, 'was nudged', ({ nudgedAt }) => nudgedAt !== undefined);
    // The nudge came back as a prompt, and is none of a person's.
    expect(Object.values(attempts)).toEqual([1]);
    const session = agent.replace('copilot-cli:', '');
    const conversation = join(scene.cage.home, '.copilot', 'session-state', session);
    await isNoted(scene, 'Now go on.');
    process.kill(pidOf(conversation), 'SIGKILL');
    const run = await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(run.agent).toBe(agent);
    expect(scene.model.story()).toContain('You were interrupted.');
  } catch (error) {
    process.stderr.write(`${story()}\n`);
    throw error;
  } finally {
    await end();
  }
});

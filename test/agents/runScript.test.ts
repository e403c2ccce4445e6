import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { claudeProgram } from './support/programFile.ts';
import { signals, writeRunbook } from './support/runs.ts';
import { it, type Scene } from './support/scene.ts';

/** Runs a script as an agent, to its end; CLAUDE stands for the program, without a terminal. */
async function runScript(scene: Scene, lines: readonly string[], runbook: string) {
  const text = lines.join('\n').replaceAll('CLAUDE', `'${claudeProgram()}' -p`);
  writeFileSync(join(scene.cage.workspace, 'job.sh'), `${text}\n`);
  writeRunbook(scene, runbook);
  await scene.install();
  scene.cage.allow('"$BECKON_HOME/bin/beckon" emit agent:signal complete');
  return await scene.beckon('run', 'work');
}

const runbook = 'agents:\n  work: { run: sh job.sh, on_idle: escalate, on_dead: fail }\n';
// It is ended with the run: else the run would not come to its end in the time of a test.
const last = 'exec sleep 600';

describe('a run of a script that runs the real Claude Code', () => {
  it('goes on with the second when the first has ended, which says that it is done', async ({ scene }) => {
    scene.model.script('one', [{ text: 'One is done.' }]);
    scene.model.script('two', [signals, { text: 'Two is done.' }]);
    const lines = ['CLAUDE "Please play:one"', 'CLAUDE "Please play:two"', last];
    expect(await runScript(scene, lines, runbook)).toMatchObject({
      code: 0,
      err: expect.stringMatching(/work is done/u),
    });
  });

  it('is ended whole when it says itself that it is done, and the next step has its turn', async ({
    scene,
  }) => {
    scene.model.script('one', [{ text: 'One is done.' }]);
    scene.model.script('two', [{ text: 'Two is done.' }]);
    const both = `agents:
  job: { run: sh job.sh, on_idle: escalate, on_dead: fail }
  next: { run: "CLAUDE -p", prompt: "Please play:two", on_idle: done }
pipelines:
  work: { steps: [ { name: one, agent: job }, { name: two, agent: next } ] }
`;
    const lines = ['CLAUDE "Please play:one" && beckon emit agent:signal complete', last];
    expect(await runScript(scene, lines, both)).toMatchObject({
      code: 0,
      err: expect.stringMatching(/work is done/u),
    });
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownNode } from '../../support/runProgram.ts';
import { inCage, signalCaged } from '../support/leftovers.ts';
import { isNoted, runIs } from '../support/runs.ts';
import { openScene } from '../support/scene.ts';
import { beckonProgram } from '../support/serve.ts';
import { gate } from '../support/until.ts';
import { cagedQwen } from './cagedQwen.ts';

const runbook = `agents:
  work:
    run: qwen --allowed-tools run_shell_command
    prompt: "Please play:work"
    on_idle: { action: nudge, message: "Go on, please." }
    on_dead: { action: resume, message: "Please play:again" }
`;
const complete = {
  tools: [
    {
      name: 'run_shell_command',
      input: { command: '"$BECKON_HOME/bin/beckon" emit agent:signal complete', is_background: false },
    },
  ],
};

describe('a run of Qwen Code', () => {
  test('is told its prompt, nudged at the end of a turn, resumed after a death, and done', async () => {
    const { scene, end, story } = await openScene([cagedQwen()]);
    const { cage, model } = scene;
    try {
      mkdirSync(join(cage.workspace, '.agents'));
      writeFileSync(join(cage.workspace, '.agents', 'runbook.yaml'), runbook);
      await scene.install('qwen-code');
      model.script('work', [{ text: 'I stop here.' }, { text: 'On it.', before: gate() }]);
      // What is done leaves the terminal: it is looked at before.
      const seen = gate();
      model.script('again', [{ ...complete, before: seen }, { text: 'That was all.' }]);
      const terminal = scene.run(ownNode, { args: [beckonProgram, 'run', 'work'] });
      expect(await model.asked('work', 1)).toContain('Go on, please.');
      await isNoted(scene, 'I stop here.');
      for (const one of inCage(cage).filter(({ command }) => command.includes('qwen-code/cli.js'))) {
        signalCaged(one, 'SIGKILL');
      }
      // It is the same conversation.
      await terminal.sees(/I stop here\.[\s\S]*Please play:again/u);
      seen.open();
      await runIs(scene, 'is done', ({ status }) => status === 'done');
    } catch (error) {
      process.stderr.write(`${story()}\n`);
      throw error;
    } finally {
      await end();
    }
  });
});

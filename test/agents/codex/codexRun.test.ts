import { afterAll, describe, expect, it, onTestFailed } from 'vitest';
import { ownNode } from '../../support/runProgram.ts';
import { inCage, signalCaged } from '../support/leftovers.ts';
import { isNoted, runIs, writeRunbook } from '../support/runs.ts';
import { type OpenScene, openScene } from '../support/scene.ts';
import { beckonProgram } from '../support/serve.ts';
import { until } from '../support/until.ts';
import { cagedCodex } from './cagedCodex.ts';
import { codexHands } from './codexHands.ts';

describe('a run of the real Codex', () => {
  let open: OpenScene | undefined;
  afterAll(() => open?.end());

  it('is nudged at the end of its turn, resumed when it is killed, and ended when a person says so', async () => {
    open = await openScene([cagedCodex()]);
    const { scene, story } = open;
    onTestFailed(() => {
      process.stderr.write(`${story()}\n`);
    });
    writeRunbook(
      scene,
      `agents:
  work:
    run: codex
    prompt: "Please play:work"
    on_idle: { action: nudge, attempts: 1, message: "Say more." }
    on_dead: { action: resume, message: "You were interrupted." }
`,
    );
    scene.model.script('work', [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    await scene.install('codex');
    const terminal = codexHands(scene.run(ownNode, { args: [beckonProgram, 'run', 'work'] }));
    await terminal.trustHooks();

    const waits = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    expect(waits.agent).toMatch(/^codex:/u);
    expect(await scene.model.asked('work', 1)).toContain('Say more.');

    await isNoted(scene, 'Two.');
    const codex = () => inCage(scene.cage).find(({ command }) => /bin\/codex --no-daemon/u.test(command));
    const before = await until('the process', codex);
    signalCaged(before, 'SIGKILL');
    expect(await scene.model.asked('work', 2)).toContain('You were interrupted.');
    await terminal.sees(/Three\./u);
    const again = await runIs(
      scene,
      'waits again',
      ({ decision, id }) => id === waits.id && decision?.source === 'idle',
    );
    expect(again.agent).toBe(waits.agent);

    await scene.beckon('decide', waits.id, 'done');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    await until('the end of Codex', () =>
      inCage(scene.cage).every(({ command }) => !/bin\/codex /u.test(command)),
    );
  });
});

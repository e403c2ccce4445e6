import { afterAll, describe, expect, it, onTestFailed } from 'vitest';
import { ancestors } from '../../../src/node/evidence/processTable.ts';
import { shownBy } from '../../../src/programs/codex/node/shownBy.ts';
import { inCage, signalCaged } from '../support/leftovers.ts';
import { type OpenScene, openScene } from '../support/scene.ts';
import { gate, until } from '../support/until.ts';
import { cagedCodex } from './cagedCodex.ts';
import { codexHands } from './codexHands.ts';

describe('the real Codex in the server that its terminals share', () => {
  let open: OpenScene | undefined;
  afterAll(() => open?.end());

  it('outlives its terminal, and has exited when the server was killed', async () => {
    open = await openScene([cagedCodex()]);
    const { scene, story } = open;
    onTestFailed(() => {
      process.stderr.write(`${story()}\n`);
    });
    const over = gate();
    scene.model.script('hello', [{ text: 'Good morning.', before: over }]);
    await scene.install('codex');
    const serve = await scene.serve();
    const codex = codexHands(scene.run('codex'));
    await codex.trustHooks();
    await codex.submit('Please play:hello');
    await serve.only('working');
    over.open();
    const { agent, cwd } = await serve.only('idle');
    const servers = () => inCage(scene.cage).filter(({ command }) => command.includes('app-server'));
    const server = await until('the server', () =>
      servers().find(({ command }) => command.includes('--listen')),
    );
    // Nothing leads from it to the terminal that happened to start it, but to the one that shows the conversation.
    expect(await ancestors(server.pid)).toEqual([]);
    expect(await shownBy({ session: agent.replace('codex:', ''), folder: cwd })).toBe(codex.pid);

    await codex.close();
    expect(await shownBy({ session: agent.replace('codex:', ''), folder: cwd })).toBeUndefined();
    expect(serve.rows()).toMatchObject([{ agent, state: 'idle' }]);
    for (const one of servers()) {
      signalCaged(one, 'SIGKILL');
    }
    await serve.only('exited');
  });
});

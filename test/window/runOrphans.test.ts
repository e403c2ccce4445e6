import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { isAlive } from '../../src/node/evidence/processTable.ts';
import { inCage } from '../agents/support/leftovers.ts';
import { beckonProgram } from '../agents/support/serve.ts';
import { gate, until } from '../agents/support/until.ts';
import { ownNode } from '../support/runProgram.ts';
import { cancelRun, done, forgetRun, writeRunbook } from './support/runbookRuns.ts';
import { it } from './support/stage.ts';

describe('a run of the command line', () => {
  it('goes on in a window when the command was killed', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('quiet', [
      { text: 'Is that all?', before: hold },
      done,
      { text: 'The turn is over.' },
    ]);
    const command = [ownNode, beckonProgram, 'run', 'quiet', '--grace', '2'];
    // The shell keeps the terminal, so that the agent lives on.
    await stage.runOutside('/bin/sh', '-c', '"$@"; read line', 'sh', ...command);
    await window.seesRow(/^run quiet, working/u);
    const [own] = inCage(stage.cage).filter((one) => one.command.startsWith(command.join(' ')));
    process.kill(own?.pid ?? Number.NaN, 'SIGKILL');
    hold.open();
    await window.seesToast(/^Run "quiet" is idle and waits for input$/u);
    await window.seesRow(/^run quiet, waiting: agent idle/u);
    await cancelRun(window, 'quiet');
    await window.seesRow(/^run quiet, failed: cancelled/u);
    await window.seesNoRow(/^Please play:quiet/u);
    await forgetRun(window, 'quiet');
  });
});

describe('an agent that was never heard, whose command was killed', () => {
  it('is ended by the window, which also hears of its end', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const file = join(stage.cage.workspace, 'silent.pid');
    const orphan = async () => {
      rmSync(file, { force: true });
      const command = [ownNode, beckonProgram, 'run', 'silent'];
      // The hands wait for the screen of an agent, and this one has none.
      await stage.runOutside('/bin/sh', '-c', 'echo ❯; "$@"; read line', 'sh', ...command);
      const pid = await until(
        'the agent',
        () => existsSync(file) && (Number(readFileSync(file, 'utf8')) || undefined),
      );
      await window.seesRow(/^run silent, running/u);
      const [own] = inCage(stage.cage).filter((one) => one.command.startsWith(command.join(' ')));
      process.kill(own?.pid ?? Number.NaN, 'SIGKILL');
      return pid;
    };
    const first = await orphan();
    await cancelRun(window, 'silent');
    await window.seesRow(/^run silent, failed: cancelled/u);
    await until('the end of the agent', async () => !(await isAlive(first)));
    await forgetRun(window, 'silent');
    process.kill(await orphan(), 'SIGKILL');
    await window.seesRow(/^run silent, waiting: agent exited/u);
    await cancelRun(window, 'silent');
    await window.seesRow(/^run silent, failed: cancelled/u);
    await forgetRun(window, 'silent');
  });
});

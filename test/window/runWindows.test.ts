import { describe, expect } from 'vitest';
import { gate, until } from '../agents/support/until.ts';
import { cancelRun, done, forgetRun, startRun, writeRunbook } from './support/runbookRuns.ts';
import { it } from './support/stage.ts';

describe('a run in one of two windows', () => {
  it('is told of by one of them after its own was loaded anew', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const hold = gate();
    stage.model.script('quiet', [{ text: 'Is that all?', before: hold }]);
    const second = await stage.open();
    await startRun(window, 'quiet');
    await stage.model.asked('quiet');
    await second.seesRow(/^run quiet, working/u);
    await window.reload();
    await window.seesRow(/^run quiet, working/u);
    hold.open();
    const both = [window, second];
    await Promise.all(both.map((one) => one.seesRow(/^run quiet, waits: idle/u)));
    // Its own, unless that took so long to come back that the other has taken the run over.
    const told = await until('a message in one of the windows', async () => {
      await Promise.all(both.map((one) => one.run('notifications.showList')));
      const notices = (await Promise.all(both.map((one) => one.centre()))).flat();
      return notices.length > 0 && notices.map(({ text }) => text);
    });
    expect(told).toEqual(['Run "quiet" is idle and waits for input']);
    await cancelRun(window, 'quiet');
    await window.seesRow(/^run quiet, failed: cancelled/u);
    await second.close();
    await forgetRun(window, 'quiet');
  });

  it('goes on in the other one when the page of its own has crashed', async ({ stage, window }) => {
    writeRunbook(stage.cage);
    const [one, two] = [gate(), gate()];
    stage.model.script('one', [{ ...done, before: one }, { text: 'One is over.' }]);
    stage.model.script('two', [{ ...done, before: two }, { text: 'Two is over.' }]);
    const crashed = await stage.open();
    await startRun(crashed, 'feature');
    await window.seesRow(/^run feature, working · plan/u);
    await crashed.crash();
    one.open();
    await window.seesRow(/^run feature, working · build/u);
    two.open();
    await window.seesRow(/^run feature, done/u);
    await forgetRun(window, 'feature');
  });
});

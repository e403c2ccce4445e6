import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRun } from '../../../src/core/run/run.ts';
import { chooseAt, findRuns } from '../../../src/node/run/chooseAt.ts';
import { RunHouse, startOf, waiting } from './runHouse.ts';

let house: RunHouse;
const found = async (word: string) => (await findRuns(house.home, word)).map(({ id }) => id);
beforeEach(() => {
  house = new RunHouse();
});
afterEach(() => house.leave());

describe('a run that waits', () => {
  it.each([
    ['its id', 'run-ab'],
    ['the id of its decision', 'run-ab-1'],
    ['the start of one', 'run-a'],
  ])('is found by %s', async (_, word) => {
    for (const id of ['run-ab', 'run-b']) {
      house.files.write(waiting(id), 'a');
    }
    expect(await found(word)).toEqual(['run-ab']);
  });

  it('is found by its whole id though that begins another', async () => {
    for (const id of ['run-1', 'run-12']) {
      house.files.write(waiting(id), 'a');
    }
    expect(await found('run-1')).toEqual(['run-1']);
  });

  it.each([
    ['something else', 'x'],
    ['the id of one that does not wait', 'run-c'],
  ])('is not found by %s', async (_, word) => {
    for (const id of ['run-a', 'run-b']) {
      house.files.write(waiting(id), 'a');
    }
    house.files.write(newRun(startOf({}, { id: 'run-c' })), 'a');
    expect(await found(word)).toEqual([]);
  });

  it('is one of those that begin with a word', async () => {
    for (const id of ['run-a', 'run-b']) {
      house.files.write(waiting(id), 'a');
    }
    expect(await found('run-')).toEqual(['run-a', 'run-b']);
  });
});

it.each(['run-ab-1', 'run-ab-13', 'run-ab-'])(
  'a run is not found by the id of a decision that is over: %s',
  async (word) => {
    const run = waiting('run-ab');
    house.files.write(
      { ...run, ...(run.decision ? { decision: { ...run.decision, id: 'run-ab-12' } } : {}) },
      'a',
    );
    expect(await found(word)).toEqual([]);
    expect(await found('run-ab-12')).toEqual(['run-ab']);
  },
);

it('nothing finds no run, though only one waits', async () => {
  house.files.write(waiting('run-a'), 'a');
  expect(await found('')).toEqual([]);
});

describe('what a person chose', () => {
  it('reaches the listener that supervises the run', async () => {
    await house.open();
    const there = await house.open();
    there.supervisor.takeOver(waiting('run-a'));
    const wanted = { target: 'run-a', choice: 'done' };
    expect(await chooseAt(house.home, { ...wanted, choice: 'approve' })).toMatchObject({ status: 409 });
    expect(await chooseAt(house.home, wanted)).toMatchObject({ status: 200 });
  });

  it('is refused where the run waits for something else by now', async () => {
    const there = await house.open();
    there.supervisor.takeOver(waiting('run-a'));
    expect(await chooseAt(house.home, { target: 'run-a-0', choice: 'done' })).toEqual({
      status: 409,
      reason: 'that is over',
    });
    expect(there.supervisor.runs[0]?.decision?.id).toBe('run-a-1');
    expect(await chooseAt(house.home, { target: 'run-a-1', choice: 'done' })).toMatchObject({ status: 200 });
  });

  it('is refused with a sentence where nobody supervises the run', async () => {
    await house.open();
    expect(await chooseAt(house.home, { target: 'run-a', choice: 'done' })).toEqual({
      status: 404,
      reason: 'nothing supervises this run; open its folder in VS Code, or cancel it',
    });
  });
});

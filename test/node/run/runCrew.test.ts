import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simpleRule } from '../../../src/core/run/policy.ts';
import { isAlive } from '../../../src/node/evidence/processTable.ts';
import { Sleeper, until } from '../evidence/support.ts';
import { type Keeper, RunHouse, startOf } from './runHouse.ts';

let house: RunHouse;
let here: Keeper;
let other: Sleeper;
beforeEach(async () => {
  house = new RunHouse();
  here = await house.open();
  other = new Sleeper();
});
afterEach(async () => {
  await other.kill();
  await house.leave();
});

const agent = 'claude-code:s1';
const row = () => here.hub.keeper.state.agents.get(agent);
const run = () => here.supervisor.runs[0];

/** The agent of a run says that it works in a process. */
function works(pid: number): void {
  here.supervisor.begin(startOf({ on_dead: simpleRule('escalate') }, { agent, origin: 'supervised' }));
  hears('promptSubmitted', pid);
}

function hears(type: 'promptSubmitted' | 'sessionEnded', pid: number): void {
  const head = { id: type, at: Date.now(), program: 'claude-code', session: 's1', evidence: 'hook' } as const;
  here.hub.keeper.dispatch({ ...head, facts: { pid }, type });
}

describe('the end of an agent', () => {
  it('comes for the process that spoke for it', async () => {
    works(other.pid);
    await until(() => here.hub.evidence.processOf(row() as never)?.pid, other.pid);
    here.supervisor.tell({ type: 'cancelled', run: 'run-1' });
    await until(() => run()?.status, 'failed');
    expect([await isAlive(other.pid), here.closed]).toEqual([false, []]);
  });

  it.each<[string, string | undefined]>([
    ['another', 'another time'],
    ['no', undefined],
  ])('leaves a process alone that has its id now, and %s start', async (_, start) => {
    works(other.pid);
    here.hub.evidence.processOf = () => (start ? { pid: other.pid, start } : undefined);
    here.supervisor.tell({ type: 'cancelled', run: 'run-1' });
    await until(() => run()?.status, 'failed');
    expect(await isAlive(other.pid)).toBe(true);
    // What was started here is known to be ours.
    expect(here.closed).toEqual(start ? [] : [agent]);
  });

  it('leaves every process alone where the agent ended before', async () => {
    works(other.pid);
    await until(() => here.hub.evidence.processOf(row() as never)?.pid, other.pid);
    hears('sessionEnded', other.pid);
    expect([row(), run()?.decision?.source]).toEqual([undefined, 'dead']);
    here.supervisor.tell({ type: 'cancelled', run: 'run-1' });
    expect(run()?.status).toBe('failed');
    expect([await isAlive(other.pid), here.closed]).toEqual([true, []]);
  });
});

describe('the start of an agent', () => {
  it('that has to wait is not wanted any more when the run is cancelled meanwhile', async () => {
    let isWanted: (() => boolean) | undefined;
    let free = (_: undefined) => {};
    const there = await house.open({
      start: (start) => {
        ({ isWanted } = start);
        return new Promise((resolve) => {
          free = resolve;
        });
      },
    });
    there.supervisor.begin(startOf());
    await until(() => isWanted?.(), true);
    there.supervisor.tell({ type: 'cancelled', run: 'run-1' });
    await until(() => there.supervisor.runs[0]?.status, 'failed');
    expect(isWanted?.()).toBe(false);
    free(undefined);
    await until(() => there.closed.length, 2);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Policy, simpleRule } from '../../../src/core/run/policy.ts';
import { isAlive } from '../../../src/node/evidence/processTable.ts';
import { Spool } from '../../../src/node/listener/spool.ts';
import type { CrewPorts } from '../../../src/node/run/crewPorts.ts';
import { wireHead } from '../../support/relayRequest.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';
import { type Keeper, RunHouse, sessionOf, startOf } from './runHouse.ts';

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

describe('the end of an agent that has some time for it', () => {
  it('is brought about only while the run still waits for it: its terminal may be a person’s by then', async () => {
    const steps = startOf().steps.flatMap((step) => [step, { ...step, name: 'next' }]);
    here.supervisor.begin(startOf({}, { agent, origin: 'supervised', steps }));
    const head = { at: Date.now(), program: 'claude-code', session: 's1', evidence: 'hook' } as const;
    here.hub.keeper.dispatch({ ...head, id: 'c', type: 'signalled', signal: 'complete' });
    expect(run()).toMatchObject({ step: 1, leaving: agent });
    const end = (of: string, afterMs: number) =>
      here.crew.carryOut({ type: 'endAgent', run: 'run-1', agent: of, afterMs }, run() as never);
    end('claude-code:gone', 1);
    end(agent, 2);
    await until(() => here.closed, [agent]);
    await until(() => run()?.leaving, undefined);
  });
});

describe('the end of a program that runs agents', () => {
  it('is that of all that it started, and of the agent that it left behind', async () => {
    const closed: unknown[] = [];
    const there = await house.open({
      close: (...which) => {
        closed.push(which);
        return Promise.resolve();
      },
    });
    const now = () => there.supervisor.runs[0];
    const begun = startOf();
    const steps = begun.steps.map((step) => ({ ...step, command: './job.sh' }));
    there.supervisor.begin({ ...begun, steps });
    await until(() => now()?.startedAs !== undefined, true);
    const facts = { pid: other.pid, startedAs: now()?.startedAs ?? '' };
    const head = {
      id: 'e',
      at: Date.now(),
      program: 'claude-code',
      session: 's1',
      evidence: 'hook',
    } as const;
    there.hub.keeper.dispatch({ ...head, facts, type: 'promptSubmitted' });
    expect(now()?.agent).toBe(agent);
    const theRow = () => there.hub.keeper.state.agents.get(agent);
    await until(() => there.hub.evidence.processOf(theRow() as never)?.pid, other.pid);
    there.supervisor.tell({ type: 'cancelled', run: 'run-1' });
    await until(() => now()?.status, 'failed');
    expect([closed, await isAlive(other.pid)]).toEqual([[[agent, { run: 'run-1', launch: 1 }]], false]);
  });
});

describe('the exit of an agent', () => {
  const exiting = async (policy: Partial<Policy>) => {
    let exited = (_code?: number) => {};
    const start: CrewPorts['start'] = (_, told) => {
      exited = told;
      return Promise.resolve(undefined);
    };
    const there = await house.open({ start });
    const now = () => there.supervisor.runs[0];
    there.supervisor.begin(startOf(policy));
    await until(() => now()?.agent !== '', true);
    return { now, exited };
  };

  it('is told after what the agent said before it', async () => {
    const { now, exited } = await exiting({ on_dead: simpleRule('resume') });
    await Promise.all(
      house.tell('Stop', sessionOf(now()?.agent), {}, { at: Date.now() }).map((one) => one.end()),
    );
    exited(9);
    expect(now()).toMatchObject({ status: 'running', launches: 2, pending: { kind: 'start' } });
  });

  it('is told after what nobody took in time, and still lies in the spool', async () => {
    const { now, exited } = await exiting({ on_dead: simpleRule('fail') });
    const said = { type: 'agent:signal', agent_id: now()?.agent, signal: 'complete' };
    const head = wireHead({ program: 'beckon', event: 'agent:signal', at: Date.now() });
    new Spool(house.home).put(head, JSON.stringify(said), Date.now());
    exited(0);
    expect(now()?.status).toBe('done');
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

describe('a gate that says yes to what no request waits for', () => {
  it('leaves it to a person, who is told of the yes', async () => {
    const there = await house.open({ requestMs: 0 });
    const on_prompt = { ...simpleRule('gate'), run: 'true' };
    there.supervisor.begin(startOf({ on_prompt }, { agent, origin: 'supervised', folder: house.home }));
    house.tell('UserPromptSubmit', 's1', {}, { at: Date.now() });
    await until(() => there.hub.keeper.state.agents.get(agent)?.state.kind, 'working');
    const asks = { tool_name: 'Bash', tool_input: { command: 'make' } };
    house.tell('PermissionRequest', 's1', asks, { at: Date.now(), waits: false });
    const decision = () => there.supervisor.runs[0]?.decision;
    await until(() => decision()?.source, 'approval');
    expect(decision()?.context).toMatch(/^The gate said yes: true\nbut it can only be answered at its own/u);
  });
});

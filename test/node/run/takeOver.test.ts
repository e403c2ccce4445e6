import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simpleRule } from '../../../src/core/run/policy.ts';
import type { Run } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import { endThen } from '../../../src/core/run/runSteps.ts';
import { ExitFiles } from '../../../src/node/run/exitFiles.ts';
import { RunBoard } from '../../../src/node/run/runBoard.ts';
import { hangMs } from '../../support/hangMs.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';
import { type Keeper, RunHouse, sessionOf, startOf } from './runHouse.ts';

let house: RunHouse;
let exits: ExitFiles;
let shell: Sleeper;
beforeEach(() => {
  house = new RunHouse();
  exits = new ExitFiles(house.home);
  shell = new Sleeper();
});
afterEach(async () => {
  exits.dispose();
  await shell.kill();
  await house.leave();
});

/** A process that knows of shells what a window knows. */
const opened = () =>
  house.open({
    follow: (run, exited) => exits.watch(run, exited),
    lives: async (run) => (await exits.shell(run)) !== undefined,
    hasBegun: (run) => exits.hasBegun(run),
    begun: (run) => exits.begun(run),
    hasRun: (run) => exits.hasRun(run),
    silenceMs: 100,
  });

/** Takes over what nobody supervises any more, as a window with the folder does. */
async function look({ hub, supervisor }: Keeper): Promise<void> {
  const { home, files } = house;
  const ports = { home, files, supervisor, hub, folders: () => ['/w', home] };
  await new RunBoard({ ...ports, changed: () => {}, problem: () => {} }).look();
}

describe('an agent that was started and not heard when its supervisor went away', () => {
  const started = (): Run => ({
    ...newRun(startOf({ on_dead: simpleRule('escalate') }, { agent: 'other:x' })),
    launches: 1,
    pending: { kind: 'start', startedAt: 1 },
  });
  const plant = (text: string) => {
    mkdirSync(join(house.home, 'runs'), { recursive: true });
    writeFileSync(join(house.home, 'runs', 'run-1-1.shell'), text);
  };

  it.each([
    ['is not known', undefined],
    ['is of another machine', () => `${shell.pid}\n1\nelsewhere\nperson`],
  ])('is dead where its shell %s', async (_, text) => {
    const there = await opened();
    house.files.write(started(), 'gone');
    if (text) {
      plant(text());
    }
    await look(there);
    const isDead = () => expect(there.supervisor.runs[0]?.decision?.source).toBe('dead');
    await vi.waitFor(isDead, { timeout: hangMs });
    expect(there.supervisor.runs[0]?.serial).toBe(1);
  });

  it('is started once more where its shell never came to be, with what it is told', async () => {
    const there = await opened();
    const pending = { kind: 'start', startedAt: 1, message: 'Mind the gap.' } as const;
    house.files.write({ ...started(), pending }, 'gone');
    await exits.clear(started(), { agent: 'other:x', folder: '/w' });
    await look(there);
    await until(() => there.started.length, 1);
    const [run] = there.supervisor.runs;
    expect([run?.launches, run?.serial, run?.pending]).toMatchObject([1, 0, { message: pending.message }]);
  });

  it('is still being started where its shell lives, and dead with it', async () => {
    const there = await opened();
    house.files.write(started(), 'gone');
    await exits.keepShell(started(), shell.pid, 'person');
    const told: string[] = [];
    const tell = there.supervisor.tell.bind(there.supervisor);
    there.supervisor.tell = (input) => {
      told.push(input.type);
      return tell(input);
    };
    await look(there);
    await vi.waitFor(() => expect(told).toEqual(['takenOver', 'takenOver']), { timeout: hangMs });
    expect(there.supervisor.runs[0]?.pending?.kind).toBe('start');
    await shell.kill();
    const isDead = () => expect(there.supervisor.runs[0]?.decision?.source).toBe('dead');
    await vi.waitFor(isDead, { timeout: hangMs });
  });
});

describe('a run whose supervisor went away between two steps', () => {
  const leaving = 'other:first';
  const between = (): Run => {
    const start = startOf();
    const run = newRun({ ...start, steps: [...start.steps, ...start.steps] });
    const pending = { kind: 'start', message: 'Go on.' } as const;
    return { ...run, step: 1, launches: 2, pending, former: [leaving], leaving, leavingLaunch: 1 };
  };

  it('has the agent started that nobody began to start, and the one before ended', async () => {
    const there = await opened();
    house.files.write(between(), 'gone');
    await look(there);
    await until(() => there.started.length, 1);
    await until(() => there.closed, [leaving]);
    const [run] = there.supervisor.runs;
    expect([run?.launches, run?.leaving, run?.leavingLaunch]).toEqual([2, undefined, undefined]);
  });

  it('asks a person where the start was begun', async () => {
    const there = await opened();
    house.files.write(between(), 'gone');
    await exits.clear(between());
    await look(there);
    await until(() => there.supervisor.runs[0]?.decision?.source, 'dead');
    await until(() => there.closed, [leaving]);
    expect(there.started).toEqual([]);
  });

  it('goes on with the agent whose start was begun, where it is known which that is', async () => {
    const there = await opened();
    house.files.write(between(), 'gone');
    await exits.clear(between(), { agent: 'other:second', folder: '/w\nx' });
    await exits.keepShell(between(), shell.pid, 'agent');
    await look(there);
    const isStarted = () => {
      const [run] = there.supervisor.runs;
      expect(run).toMatchObject({ agent: 'other:second', pending: { kind: 'start' }, status: 'running' });
      expect(run?.steps[1]).toMatchObject({ agent: 'other:second', folder: '/w\nx' });
    };
    await vi.waitFor(isStarted, { timeout: hangMs });
    await until(() => there.closed, [leaving]);
    await shell.kill();
    await until(() => there.supervisor.runs[0]?.decision?.source, 'dead');
    expect(there.started).toEqual([]);
  });

  it('follows the agent before by the start that was its own', async () => {
    const followed: [string, number][] = [];
    const there = await house.open({ follow: ({ agent, launches }) => followed.push([agent, launches]) });
    house.files.write(between(), 'gone');
    await look(there);
    expect(followed).toEqual([[leaving, 1]]);
  });
});

describe('a run whose supervisor went away while it ended the agent', () => {
  it('has the agent ended as one that is known here', async () => {
    const done: string[] = [];
    const there = await house.open({
      follow: ({ agent }) => done.push(`follows ${agent}`),
      close: (agent) => {
        done.push(`ends ${agent}`);
        return Promise.resolve();
      },
    });
    const { run } = endThen(newRun(startOf({}, { agent: 'other:x' })), 'fail', 'cancelled');
    house.files.write({ ...run, launches: 1 }, 'gone');
    await look(there);
    await until(() => there.supervisor.runs[0]?.status, 'failed');
    expect(done).toEqual(['follows other:x', 'ends other:x']);
  });
});

describe('a gate that was cut off', () => {
  it('runs again in the workspace, wherever the agent under supervision was started', async () => {
    const run = newRun(startOf({}, { agent: 'other:x', folder: house.home }));
    const steps = run.steps.map((step) => ({ ...step, folder: '/' }));
    const gate = { id: 'run-1-1', trigger: 'on_idle', command: 'pwd >where', timeoutMs: 10_000 } as const;
    house.files.write({ ...run, steps, gates: [gate], serial: 1 }, 'gone');
    await look(await opened());
    const where = join(house.home, 'where');
    await until(() => existsSync(where) && readFileSync(where, 'utf8').trim(), realpathSync(house.home));
  });
});

describe('a gate at a permission whose supervisor went away', () => {
  const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const asks = { id: 'asked', waits: true } as const;
  const gates = () => readFileSync(join(house.home, 'gates'), 'utf8').length;

  /** A run whose gate runs; once nobody is there any more gates say yes at once. */
  const left = async () => {
    const here = await house.open();
    const run = 'printf x >>gates; test -e go || exec sleep 600';
    here.supervisor.begin(startOf({ on_prompt: { ...simpleRule('gate'), run } }, { folder: house.home }));
    await until(() => here.supervisor.runs[0]?.agent !== '', true);
    const session = sessionOf(here.started[0]);
    await Promise.all(house.tell('UserPromptSubmit', session).map((one) => one.end()));
    await until(() => here.hub.keeper.state.agents.get(here.started[0] ?? '')?.state.kind, 'working');
    house.tell('PermissionRequest', session, bash, asks);
    await vi.waitFor(() => expect(gates()).toBe(1), { timeout: hangMs });
    await here.leave();
    writeFileSync(join(house.home, 'go'), '');
    return session;
  };

  it.each([
    ['the permission itself', []],
    ['something else', ['PreToolUse']],
  ])('runs once more where %s is heard first', async (_, first) => {
    const session = await left();
    const there = await house.open();
    await look(there);
    for (const name of first) {
      await Promise.all(house.tell(name, session, bash).map((one) => one.end()));
    }
    const [relay] = house.tell('PermissionRequest', session, bash, asks);
    expect(await relay?.end()).toMatch(/"behavior":"allow"/u);
    expect(gates()).toBe(2);
  });

  it('runs once more where the permission is known already', async () => {
    const there = await house.open();
    await left();
    await look(there);
    await vi.waitFor(() => expect(gates()).toBe(2), { timeout: hangMs });
    await until(() => there.supervisor.runs[0]?.gates, []);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simpleRule } from '../../../src/core/run/policy.ts';
import type { Run } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import { ExitFiles } from '../../../src/node/run/exitFiles.ts';
import { RunBoard } from '../../../src/node/run/runBoard.ts';
import { Sleeper, until } from '../evidence/support.ts';
import { type Keeper, RunHouse, startOf } from './runHouse.ts';

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
  });

/** Takes over what nobody supervises any more, as a window with the folder does. */
async function look({ hub, supervisor }: Keeper): Promise<void> {
  const { home, files } = house;
  const ports = { home, files, supervisor, hub, folders: () => ['/w'] };
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
    await vi.waitFor(isDead, { timeout: 15_000 });
    expect(there.supervisor.runs[0]?.serial).toBe(1);
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
    await vi.waitFor(() => expect(told).toEqual(['takenOver', 'takenOver']), { timeout: 15_000 });
    expect(there.supervisor.runs[0]?.pending?.kind).toBe('start');
    await shell.kill();
    const isDead = () => expect(there.supervisor.runs[0]?.decision?.source).toBe('dead');
    await vi.waitFor(isDead, { timeout: 15_000 });
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

  it('follows the agent before by the start that was its own', async () => {
    const followed: [string, number][] = [];
    const there = await house.open({ follow: ({ agent, launches }) => followed.push([agent, launches]) });
    house.files.write(between(), 'gone');
    await look(there);
    expect(followed).toEqual([[leaving, 1]]);
  });
});

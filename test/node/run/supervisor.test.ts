import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { simpleRule } from '../../../src/core/run/policy.ts';
import type { Run } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import type { CrewPorts } from '../../../src/node/run/crewPorts.ts';
import { RunBoard } from '../../../src/node/run/runBoard.ts';
import { claudeTranscriptPath } from '../../../src/programs/claudeCode/node/claudeHome.ts';
import { hasConversation } from '../../../src/programs/claudeCode/node/conversation.ts';
import { hangMs } from '../../support/hangMs.ts';
import { holdClock } from '../../support/heldClock.ts';
import { openWorkshop } from '../entries/workshop.ts';
import { until } from '../programs/claudeCode/support.ts';
import { type Keeper, RunHouse, sessionOf, startOf } from './runHouse.ts';

let house: RunHouse;
beforeEach(() => {
  house = new RunHouse();
});
afterEach(() => house.leave());

/** Takes over what nobody supervises any more, as a window with the folder does. */
async function look({ hub, supervisor }: Keeper): Promise<void> {
  const { home, files } = house;
  const ports = { home, files, supervisor, hub, folders: () => ['/w'] };
  await new RunBoard({ ...ports, changed: () => {}, problem: () => {} }).look();
}

async function kept(): Promise<{ owner: string; run: Run } | undefined> {
  return (await house.files.all())[0];
}

const stateAt = ({ hub }: Keeper, agent = '') => hub.keeper.state.agents.get(agent)?.state.kind;

/** A run at `here` whose agent has ended its turn; the agent. */
async function idleRun(here: Keeper, others: readonly Keeper[], ...start: Parameters<typeof startOf>) {
  here.supervisor.begin(startOf(...start));
  await until(() => here.supervisor.runs[0]?.agent !== '', true);
  const agent = here.started[0] ?? '';
  for (const name of ['UserPromptSubmit', 'Stop']) {
    await Promise.all(house.tell(name, sessionOf(agent), {}, { at: Date.now() }).map((one) => one.end()));
  }
  await until(() => [here, ...others].every((one) => stateAt(one, agent) === 'idle'), true);
  return agent;
}

describe('a run that cannot be kept', () => {
  it('goes on, and that is told once', async () => {
    const said: string[] = [];
    const here = await house.open({ say: ({ id }, sentence) => void said.push(`${id}: ${sentence}`) });
    writeFileSync(join(house.home, 'runs'), 'in the way');
    await idleRun(here, [], { on_idle: simpleRule('escalate') });
    await until(() => here.supervisor.runs[0]?.status, 'waiting');
    expect(here.supervisor.choose({ target: 'run-1', choice: 'done' })).toMatchObject({ status: 200 });
    await until(() => here.supervisor.runs[0]?.status, 'done');
    await here.leave();
    expect(said).toEqual([
      expect.stringMatching(/^run-1: The run can't be kept in .+ It goes on, but others do not see/u),
    ]);
  });
});

describe('a run whose process goes away', () => {
  it('goes on at another listener, with what it waits for', async () => {
    const [here, there] = [await house.open(), await house.open()];
    const agent = await idleRun(here, [there], { on_idle: simpleRule('escalate') });
    await look(there);
    expect(there.supervisor.runs).toEqual([]);
    await here.leave();
    expect(await kept()).toMatchObject({ owner: here.id, run: { status: 'waiting', agent } });
    await look(there);
    expect(await kept()).toMatchObject({ owner: there.id });
    expect(there.supervisor.choose({ target: 'run-1', choice: 'done' })).toMatchObject({ status: 200 });
    await until(() => there.supervisor.runs[0]?.status, 'done');
    expect(there.closed).toEqual([agent]);
    await there.leave();
    expect(await kept()).toMatchObject({ owner: there.id, run: { status: 'done' } });
  });

  it('has what its agent asks held there, wherever the agent works', async () => {
    const [here, there] = [await house.open(), await house.open()];
    const library = await house.open({}, { folders: ['/lib'] });
    const agent = await idleRun(here, [there]);
    const ask = (id: string) => {
      const fields = { cwd: '/lib', tool_name: 'Bash', tool_input: { command: id } };
      return house.tell('PermissionRequest', sessionOf(agent), fields, { id, waits: true });
    };
    const first = ask('r1');
    await until(() => here.hub.isHeld('r1'), true);
    // The others have let go of it, while they could still see who supervises the agent.
    await until(() => first.filter(({ closed }) => closed).length, 2);
    await here.leave();
    await look(there);
    const relays = ask('r2');
    await until(() => there.hub.isHeld('r2'), true);
    // The window of the library has let go of its own.
    await Promise.race(relays.map((relay) => relay.end()));
    expect([library.hub.isHeld('r1'), library.hub.isHeld('r2')]).toEqual([false, false]);
  });

  it('acts there when the time has come that was set here', async () => {
    const [here, there] = [await house.open(), await house.open()];
    const agent = await idleRun(here, [there], {}, { graceMs: 600_000 });
    await here.leave();
    const { run } = (await kept()) ?? {};
    expect(run?.pending).toMatchObject({ kind: 'grace' });
    // The time is absolute, so that it also passes while nobody is there.
    const past = { ...run, pending: { ...run?.pending, dueAt: Date.now() - 1 } } as Run;
    house.files.write(past, here.id);
    await look(there);
    await until(() => there.typed.length, 1);
    expect(there.typed[0]).toMatch(/^Continue with your task\./u);
    expect([there.supervisor.runs[0]?.agent, here.typed]).toEqual([agent, []]);
  });

  /** A run that nobody supervises, whose file knows nothing of what its agent did. */
  const orphan = () => {
    const start = startOf({ on_idle: simpleRule('escalate') }, { agent: 'claude-code:x' });
    house.files.write({ ...newRun(start), launches: 1 }, 'gone');
  };
  const tellStop = () => Promise.all(house.tell('Stop', 'x', {}, { at: Date.now() }).map((one) => one.end()));
  const hears = async (there: Keeper) => {
    await tellStop();
    await until(() => stateAt(there, 'claude-code:x'), 'idle');
  };

  it('acts on what its agent did while nobody was there', async () => {
    const there = await house.open();
    orphan();
    await hears(there);
    await look(there);
    expect(there.supervisor.runs[0]?.standing).toBe('idle');
    await until(() => there.supervisor.runs[0]?.decision?.source, 'idle');
  });

  it('acts on it also where that becomes known after a while', async () => {
    const there = await house.open();
    orphan();
    const clock = holdClock();
    await look(there);
    await tellStop();
    // So little time that what is waited for is far away.
    for (let passed = 0; stateAt(there, 'claude-code:x') !== 'idle'; passed += 10) {
      expect(passed).toBeLessThan(9000);
      await clock.pass(10);
    }
    expect(there.supervisor.runs[0]?.standing).toBeUndefined();
    await clock.pass(10_000);
    expect(there.supervisor.runs[0]?.decision?.source).toBe('idle');
  });

  it('takes an agent for dead that is not heard, unless it is known to live', async () => {
    const lives = new Set(['run-1']);
    const there = await house.open({ lives: ({ id }) => Promise.resolve(lives.has(id)), silenceMs: 100 });
    for (const id of ['run-1', 'run-2']) {
      house.files.write({ ...newRun(startOf({}, { id, agent: `other:${id}` })), launches: 1 }, 'gone');
    }
    const run = (id: string) => there.supervisor.runs.find((one) => one.id === id);
    const told: string[] = [];
    const tell = there.supervisor.tell.bind(there.supervisor);
    there.supervisor.tell = (input) => {
      told.push(`${input.type} ${input.run}`);
      return tell(input);
    };
    await look(there);
    const isDead = () => expect(run('run-2')?.decision?.source).toBe('dead');
    await vi.waitFor(isDead, { timeout: hangMs });
    await until(() => told.filter((one) => one === 'takenOver run-1').length, 2);
    expect([run('run-1')?.status, told.includes('agentEnded run-1')]).toEqual(['running', false]);
  });

  it('asks a person where its agent was only being started', async () => {
    const there = await house.open();
    house.files.write({ ...newRun(startOf()), launches: 1, pending: { kind: 'start' } }, 'gone');
    await look(there);
    await until(() => there.supervisor.runs[0]?.status, 'waiting');
    expect(there.supervisor.runs).toMatchObject([{ status: 'waiting', decision: { source: 'dead' } }]);
    expect(there.supervisor.runs[0]?.decision?.context).toMatch(/while the agent was starting/u);
  });

  it('has its gate run again', async () => {
    const there = await house.open();
    const gate = { id: 'run-1-1', trigger: 'on_dead', command: 'exit 0', timeoutMs: 5000 } as const;
    const begun = newRun(startOf({}, { agent: 'claude-code:x', folder: house.home }));
    house.files.write({ ...begun, serial: 1, launches: 1, gates: [gate] }, 'gone');
    const { home, files } = house;
    const { hub, supervisor } = there;
    const ports = { home, files, supervisor, hub, folders: () => [home] };
    await new RunBoard({ ...ports, changed: () => {}, problem: () => {} }).look();
    await until(() => supervisor.runs[0]?.status, 'done');
  });
});

describe('a run that is given up', () => {
  it('is let go of with its agents, and all that is known of it is in its file', async () => {
    const unfollowed: [string, number][] = [];
    const here = await house.open({
      unfollow: ({ agent, launches }) => unfollowed.push([agent, launches]),
    });
    const agent = await idleRun(here, [], { on_idle: simpleRule('escalate') });
    here.hub.keeper.putRun({ ...(here.supervisor.runs[0] as Run), leaving: 'other:first', leavingLaunch: 7 });
    await here.supervisor.giveUp(here.supervisor.runs);
    expect(here.supervisor.runs).toEqual([]);
    expect(unfollowed).toEqual([
      [agent, 1],
      ['other:first', 7],
    ]);
    expect(await kept()).toMatchObject({ run: { status: 'waiting', leaving: 'other:first' } });
    expect(here.supervisor.tell({ type: 'cancelled', run: 'run-1' })).toBe(false);
    expect(here.closed).toEqual([]);
  });
});

describe('a supervisor', () => {
  it('starts an agent, and asks a person where that cannot be', async () => {
    const here = await house.open({ start: () => Promise.resolve('There is no shell.') });
    here.supervisor.begin(startOf());
    await until(() => here.supervisor.runs[0]?.decision?.context, 'There is no shell.');
  });

  it('starts no agent with a prompt that no program can be given', async () => {
    const here = await house.open();
    const [step] = startOf().steps;
    here.supervisor.begin({ ...startOf(), steps: step ? [{ ...step, prompt: 'x'.repeat(150_000) }] : [] });
    const context = 'Its prompt is too long: more than 128 KB.';
    await until(() => here.supervisor.runs[0]?.decision?.context, context);
    expect(here.started).toEqual([]);
  });

  it('starts an agent again in the worktree that was made for it, here or elsewhere', async () => {
    const shop = openWorkshop();
    const api = join(shop.root, 'api');
    mkdirSync(api);
    shop.git(api, 'init', '-q', '-b', 'main');
    shop.git(api, 'commit', '-q', '--allow-empty', '-m', 'a');
    const places: string[] = [];
    const start: CrewPorts['start'] = ({ folder }) => {
      places.push(folder);
      return Promise.resolve('There is no shell.');
    };
    const here = await house.open({ start });
    const [step] = startOf().steps;
    here.supervisor.begin(startOf({}, { folder: api, steps: step ? [{ ...step, worktree: true }] : [] }));
    await until(() => here.supervisor.runs[0]?.status, 'waiting');
    here.supervisor.choose({ target: 'run-1', choice: 'retry' });
    await until(() => here.supervisor.runs[0]?.status, 'waiting');
    await here.leave();
    const there = await house.open({ start });
    there.supervisor.takeOver((await kept())?.run ?? newRun(startOf()));
    there.supervisor.choose({ target: 'run-1', choice: 'retry' });
    await until(() => places.length, 3);
    expect(new Set(places)).toEqual(new Set([join(shop.root, 'api.work-work')]));
    shop.remove();
  });

  it('has the conversation go on in another process where nothing can be typed', async () => {
    const here = await house.open({ type: undefined });
    const agent = await idleRun(here, [], { on_idle: simpleRule('escalate') });
    const transcript = claudeTranscriptPath(join(house.home, 'claude'), '/w', sessionOf(agent)) ?? '';
    mkdirSync(dirname(transcript), { recursive: true });
    writeFileSync(transcript, '{"type":"user"}\n');
    expect(here.supervisor.choose({ target: 'run-1', choice: 'nudge', message: 'Go.' })).toMatchObject({
      status: 200,
    });
    await until(() => here.started.length, 2);
    expect(here.closed).toEqual([agent]);
  });

  it('waits for that until the conversation is written down', async () => {
    const here = await house.open({ type: undefined });
    const agent = await idleRun(here, [], { on_idle: simpleRule('escalate') });
    const claudeDir = join(house.home, 'claude');
    const transcript = claudeTranscriptPath(claudeDir, '/w', sessionOf(agent)) ?? '';
    mkdirSync(dirname(transcript), { recursive: true });
    here.supervisor.choose({ target: 'run-1', choice: 'nudge', message: 'Go.' });
    // By then the first look, which began before, is over.
    expect(await hasConversation(claudeDir, '/w', sessionOf(agent))).toBe(false);
    writeFileSync(transcript, '{"type":"user"}\n');
    await until(() => here.started.length, 2);
  });

  it('does not end an agent for that whose conversation could not go on', async () => {
    const here = await house.open({ type: undefined, writtenMs: 0 });
    const agent = await idleRun(here, [], { on_idle: simpleRule('escalate') });
    const before = here.supervisor.runs[0]?.decision?.id;
    here.supervisor.choose({ target: 'run-1', choice: 'nudge', message: 'Go.' });
    await until(
      () => here.supervisor.runs[0]?.decision?.id !== before && here.supervisor.runs[0]?.status,
      'waiting',
    );
    expect(here.supervisor.runs[0]?.decision?.context).toMatch(
      /conversation no longer exists, so the agent was not restarted/u,
    );
    expect([here.started, here.closed]).toEqual([[agent], []]);
  });

  it('leaves an agent alone that works where nothing can be typed, and answers the end of its turn', async () => {
    const here = await house.open({ type: undefined });
    here.supervisor.begin(startOf());
    await until(() => here.supervisor.runs[0]?.agent !== '', true);
    const agent = here.started[0] ?? '';
    house.tell('UserPromptSubmit', sessionOf(agent));
    await until(() => stateAt(here, agent), 'working');
    house.tell('agent:signal', '', { agent_id: agent, signal: 'escalate' }, { program: 'beckon' });
    await until(() => here.supervisor.runs[0]?.decision?.source, 'signal');
    here.supervisor.choose({ target: 'run-1', choice: 'nudge', message: 'Postgres.' });
    const [relay] = house.tell('Stop', sessionOf(agent), {}, { waits: true });
    expect(await relay?.end()).toMatch(/"decision":"block","reason":"Postgres\."/u);
    expect([here.started, here.closed]).toEqual([[agent], []]);
  });

  it('says so where nothing can be typed, and the program cannot go on with a conversation', async () => {
    const here = await house.open({ type: undefined });
    const [step] = startOf().steps;
    here.supervisor.begin(startOf({}, { steps: step ? [{ ...step, command: 'make work' }] : [] }));
    await until(() => here.supervisor.runs[0]?.agent !== '', true);
    const agent = here.started[0] ?? '';
    house.tell('agent:signal', '', { agent_id: agent, signal: 'escalate' }, { program: 'beckon' });
    await until(() => here.supervisor.runs[0]?.decision?.source, 'signal');
    here.supervisor.choose({ target: 'run-1', choice: 'nudge' });
    await until(() => here.supervisor.runs[0]?.decision?.source, 'idle');
    const { context, options } = here.supervisor.runs[0]?.decision ?? {};
    expect(context).toMatch(/^Beckon can't type/u);
    expect(options?.some(({ recommended }) => recommended)).toBe(false);
    expect([here.started, here.closed]).toEqual([[agent], []]);
    // What others read of it is the newest.
    const isKept = async () => expect((await kept())?.run.decision?.source).toBe('idle');
    await vi.waitFor(isKept, { timeout: hangMs });
    here.supervisor.choose({ target: 'run-1', choice: 'done' });
    await until(() => here.supervisor.runs[0]?.status, 'done');
    expect(here.closed).toEqual([agent]);
  });

  it('says what is no answer, and what it does not know', async () => {
    const here = await house.open();
    await idleRun(here, [], { on_idle: simpleRule('escalate') });
    expect(here.supervisor.choose({ target: 'run-1', choice: 'approve' })).toMatchObject({ status: 409 });
    expect(here.supervisor.choose({ target: 'run-2', choice: 'done' })).toMatchObject({ status: 404 });
    expect(here.supervisor.choose({ target: 'run-1' })).toMatchObject({ status: 404 });
  });

  it('answers a prompt whose request comes after other word of it', async () => {
    let canAsk = (_: boolean) => {};
    const asked = new Promise<boolean>((resolve) => {
      canAsk = resolve;
    });
    const here = await house.open({}, { canAsk: () => asked });
    let refused = 0;
    const decide = here.hub.decideAnywhere.bind(here.hub);
    here.hub.decideAnywhere = async (...wanted) => {
      const decided = await decide(...wanted);
      refused += decided.status === 409 ? 1 : 0;
      return decided;
    };
    here.supervisor.begin(
      startOf({ on_prompt: { ...simpleRule('gate'), run: 'exit 0' } }, { folder: house.home }),
    );
    await until(() => here.supervisor.runs[0]?.agent !== '', true);
    const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
    const session = sessionOf(here.started[0]);
    house.tell('UserPromptSubmit', session);
    await until(() => stateAt(here, here.started[0]), 'working');
    const [relay] = house.tell('PermissionRequest', session, bash, { waits: true });
    // The gate has said yes, and nothing waits here yet that it could be said to.
    await until(() => refused > 0, true);
    canAsk(true);
    expect(await relay?.end()).toMatch(/"behavior":"allow"/u);
  });
});

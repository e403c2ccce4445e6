import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../../../src/core/agent/agent.ts';
import { parseDiscovery } from '../../../src/core/wire/discovery.ts';
import type { WireHead } from '../../../src/core/wire/wireHead.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import type { HubOptions } from '../../../src/node/hub/hubOptions.ts';
import { agentsAt, knownDecisions } from '../../../src/node/hub/knownAgents.ts';
import { listeningIn } from '../../../src/node/listener/discoveryFiles.ts';
import { hangMs } from '../../support/hangMs.ts';
import { holdClock } from '../../support/heldClock.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { RawConnection, relayRequest, wireHead } from '../../support/relayRequest.ts';
import { runOfSteps } from '../../support/runOf.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';

let root: string;
const hubs: AgentHub[] = [];
const sleepers: Sleeper[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-hubs-'));
});

afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.dispose()));
  await Promise.all(sleepers.splice(0).map((sleeper) => sleeper.kill()));
  rmSync(root, { recursive: true, force: true });
});

/** A window of one home; several can be in one process, since each has a file of its own. */
async function open(options: Partial<HubOptions> = {}): Promise<AgentHub> {
  const hub = made(options);
  await hub.start();
  return hub;
}

function made(options: Partial<HubOptions>): AgentHub {
  const hub = new AgentHub(hubOptions(root, options));
  hubs.push(hub);
  return hub;
}

/** A process of which this one is the parent. */
function child(): number {
  const sleeper = new Sleeper();
  sleepers.push(sleeper);
  return sleeper.pid;
}

const doors = () =>
  readdirSync(join(root, 'windows')).flatMap((name) => {
    const door = parseDiscovery(readFileSync(join(root, 'windows', name), 'utf8'));
    return door ? [door] : [];
  });

/** Asks for permission and waits, as a relay does. */
function ask(
  { session = 's1', cwd = '/w', id = 'r1' }: { session?: string; cwd?: string; id?: string } = {},
  head: Partial<WireHead> = {},
): RawConnection[] {
  const one = wireHead({ event: 'PermissionRequest', waits: true, id, ...head });
  const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const body = JSON.stringify({ session_id: session, hook_event_name: 'PermissionRequest', cwd, ...bash });
  return doors().map((door) => new RawConnection(door.port, relayRequest(door, one, body)));
}

const asking = (hub: AgentHub, session = 's1') =>
  hub.keeper.state.agents.get(`claude-code:${session}`)?.prompts.length ?? 0;
const isHeldBy = async (hub: AgentHub, id = 'r1') => until(() => hub.isHeld(id), true);
/** How many relays were let go without an answer, once one of them was. */
const released = async (relays: readonly RawConnection[]) => {
  await Promise.race(relays.map((relay) => relay.end()));
  return relays.filter(({ received }) => received.startsWith('HTTP/1.1 204')).length;
};
const agentIn = (cwd: string, more: Partial<Agent> = {}) =>
  ({
    session: 's1',
    state: { kind: 'idle' },
    facts: { cwd },
    ...more,
  }) as Agent;
const place = (
  folders: readonly string[],
  terminals: readonly number[] = [],
  lastFocusedAt = Date.now(),
) => ({
  folders,
  terminals,
  lastFocusedAt,
});

describe('an answer', () => {
  it('reaches the request at the window that holds it', async () => {
    const [here, there] = [await open(), await open({ folders: ['/w'] })];
    await Promise.all([open(), open(), open()]);
    const relays = ask();
    await isHeldBy(there);
    await until(() => asking(here), 1);
    expect(here.isHeld('r1')).toBe(false);
    expect(here.decide('r1', { kind: 'approve' }).status).toBe(409);
    expect(await here.decideAnywhere('r1', { kind: 'deny', message: 'no' })).toEqual({
      status: 200,
      reason: 'deny given',
    });
    const answers = await Promise.all(relays.map((relay) => relay.end()));
    expect(answers.filter((answer) => answer.includes('"behavior":"deny"'))).toHaveLength(1);
    await until(() => [asking(here), asking(there)], [0, 0]);
  });

  it('finds the request as soon as it is held, also before its event was due', async () => {
    const hub = await open();
    const clock = holdClock();
    ask();
    await clock.until(() => hub.isHeld('r1'));
    expect(asking(hub)).toBe(0);
    const known = knownDecisions((await agentsAt(await listeningIn(root))).known);
    expect(known.map(({ decision: { id, held } }) => [id, held])).toEqual([['r1', true]]);
  });

  it('is given here where the request waits here', async () => {
    const hub = await open();
    const [relay] = ask();
    await isHeldBy(hub);
    await until(() => asking(hub), 1);
    expect(await hub.decideAnywhere('claude-code:s1', { kind: 'approve' })).toMatchObject({ status: 200 });
    expect(await relay?.end()).toContain('"behavior":"allow"');
  });

  it('says what its giver says: nothing of that name, or nobody holds it', async () => {
    const [here, there] = [await open(), await open({ asks: false })];
    await there.dispose();
    expect(await here.decideAnywhere('nobody', { kind: 'approve' })).toMatchObject({ status: 404 });
    here.setAsks(false);
    ask();
    await until(() => asking(here), 1);
    expect(await here.decideAnywhere('r1', { kind: 'approve' })).toMatchObject({ status: 409 });
    expect(await here.decideAnywhere('r1', { kind: 'escalate' })).toMatchObject({ status: 200 });
  });

  it('never goes to another request of the same agent', async () => {
    const [here, there] = [await open(), await open({ folders: ['/w'] })];
    here.setAsks(false);
    there.setAsks(false);
    ask({ id: 'r1' });
    await until(() => [asking(here), asking(there)], [1, 1]);
    // What asks next is heard by the other window only, and holds there.
    there.setAsks(true);
    const one = wireHead({ event: 'PermissionRequest', waits: true, id: 'r2' });
    const body = { session_id: 's1', hook_event_name: 'PermissionRequest', cwd: '/w', tool_name: 'Write' };
    const door = doors().find(({ folders }) => folders.includes('/w')) ?? { port: 0, token: '' };
    const relay = new RawConnection(
      door.port,
      relayRequest(door, one, JSON.stringify({ ...body, tool_input: { file_path: '/w/a' } })),
    );
    await isHeldBy(there, 'r2');
    await until(() => asking(there), 2);
    expect(await here.decideAnywhere('claude-code:s1', { kind: 'approve' })).toMatchObject({ status: 409 });
    expect([there.isHeld('r2'), relay.closed]).toEqual([true, false]);
  });
});

describe('a terminal', () => {
  it('is shown by the window whose shell is above the process', async () => {
    const asked: (readonly number[])[] = [];
    const reveal = (pids: readonly number[]) => {
      asked.push(pids);
      return Promise.resolve(true);
    };
    const [here, there] = [await open(), await open({ reveal })];
    let wrong = 0;
    await open({
      reveal: () => {
        wrong += 1;
        return Promise.resolve(true);
      },
    });
    there.place(place([], [process.pid]));
    const pid = child();
    expect(await here.revealElsewhere(pid)).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.slice(0, 2)).toEqual([pid, process.pid]);
    expect(wrong).toBe(0);
  });

  it('is shown by the window that has it, though that has not told of it yet', async () => {
    const here = await open();
    await open({ reveal: () => Promise.resolve(false) });
    await open({ reveal: () => Promise.resolve(true) });
    await open({ reveal: () => Promise.resolve(false) });
    expect(await here.revealElsewhere(child())).toBe(true);
  });

  it('is shown by the window with the nearest shell', async () => {
    const shown: string[] = [];
    const reveal = (name: string) => () => {
      shown.push(name);
      return Promise.resolve(true);
    };
    const outer = await open({ reveal: reveal('outer') });
    const here = await open();
    const inner = await open({ reveal: reveal('inner') });
    const pid = child();
    outer.place(place([], [process.ppid]));
    inner.place(place([], [process.pid]));
    await here.revealElsewhere(pid);
    outer.place(place([], [pid]));
    // What was read is good for a second, so another window asks.
    const other = await open();
    await other.revealElsewhere(pid);
    expect(shown).toEqual(['inner', 'outer']);
  });

  it.each([
    ['there is no such terminal', { reveal: () => Promise.resolve(false) }],
    ['it cannot', { reveal: () => Promise.reject(new Error('no')) }],
    [
      'it throws',
      {
        reveal: () => {
          throw new Error('no');
        },
      },
    ],
    ['it does not know how', {}],
    ['it is no window', { role: 'serve', reveal: () => Promise.resolve(true) }],
  ] as const)('is not shown where %s', async (_, options) => {
    const [here, there] = [await open(), await open(options)];
    there.place(place([], [process.pid]));
    expect(await here.revealElsewhere(child())).toBe(false);
  });

  it('of this window is not looked for elsewhere', async () => {
    const here = await open({ reveal: () => Promise.resolve(true) });
    here.place(place([], [process.pid]));
    expect(await here.revealElsewhere(child())).toBe(false);
  });
});

describe('an agent', () => {
  it('belongs to the window with its folder, and to another when that closes', async () => {
    const [one, two] = [await open({ folders: ['/a'] }), await open({ folders: ['/b'] })];
    const mine = async (cwd: string) =>
      [await one.isMine(agentIn(cwd)), await two.isMine(agentIn(cwd))] as const;
    expect([await mine('/a/x'), await mine('/b')]).toEqual([
      [true, false],
      [false, true],
    ]);
    await two.dispose();
    await expect.poll(() => one.isMine(agentIn('/b')), { timeout: hangMs }).toBe(true);
  });

  it('belongs to the window in whose terminal it runs, a subagent with its conversation', async () => {
    const [one, two] = [await open({ folders: ['/a'] }), await open()];
    const pid = child();
    two.place(place([], [process.pid]));
    const agent = agentIn('/a', { facts: { cwd: '/a', pid } });
    expect([await one.isMine(agent), await two.isMine(agent)]).toEqual([false, true]);
    const env = { CLAUDE_PID: String(pid) };
    ask({ session: 's7', cwd: '/a' }, { env, ppid: pid });
    await until(() => asking(two, 's7'), 1);
    const subagent = agentIn('/a', { session: 's7', parent: 'claude-code:s7' });
    expect(await two.isMine(subagent)).toBe(true);
  });

  describe('of a run that is supervised by a command line', () => {
    const run = runOfSteps();
    const serving = { role: 'serve', folders: ['/w'] } as const;

    it('has its requests held there wherever it works, as its conversation or as its process', async () => {
      const hub = await open(serving);
      const other = await open({ role: 'serve', folders: ['/x'] });
      hub.keeper.putRun({ ...run, agent: 'claude-code:s2', former: ['claude-code:s1'] });
      const pid = child();
      const env = { CLAUDE_PID: String(pid), BECKON_AGENT: 'claude-code:s1' };
      const first = ask({ session: 's2', cwd: '/lib', id: 'r1' });
      const second = ask({ session: 's3', cwd: '/lib', id: 'r2' }, { env, ppid: pid });
      await isHeldBy(hub, 'r1');
      await isHeldBy(hub, 'r2');
      expect(await Promise.all([first, second].map(released))).toEqual([1, 1]);
      expect([other.isHeld('r1'), other.isHeld('r2')]).toEqual([false, false]);
    });

    it('has them held nowhere once the run is over or forgotten', async () => {
      const hub = await open(serving);
      for (const over of [
        () => hub.keeper.putRun({ ...run, status: 'done' }),
        () => hub.keeper.dropRun(run.id),
      ]) {
        hub.keeper.putRun(run);
        expect(doors()).toMatchObject([{ agents: ['claude-code:s1'], starts: ['claude-code:s1'] }]);
        over();
        expect(doors()).toMatchObject([{ agents: [], starts: [] }]);
      }
      const [relay] = ask({ cwd: '/lib' });
      expect(await relay?.end()).toMatch(/HTTP\/1\.1 204/);
    });

    it('is told of when the listener becomes known after the run', async () => {
      const hub = made(serving);
      hub.keeper.putRun(run);
      await hub.start();
      expect(doors()).toMatchObject([{ agents: ['claude-code:s1'] }]);
    });

    it('writes nothing while it follows the same agents', async () => {
      const hub = await open(serving);
      hub.keeper.putRun(run);
      const [name = ''] = readdirSync(join(root, 'windows'));
      writeFileSync(join(root, 'windows', name), 'touched');
      hub.keeper.putRun({ ...run, serial: 7 });
      expect(readFileSync(join(root, 'windows', name), 'utf8')).toBe('touched');
    });
  });

  it('belongs to the window that supervises it, a subagent with its conversation', async () => {
    const [one, two] = [await open(), await open({ folders: ['/a'] })];
    const agent = agentIn('/a', { id: 'claude-code:s1' });
    expect([await one.isMine(agent), await two.isMine(agent)]).toEqual([false, true]);
    one.keeper.putRun(runOfSteps());
    const subagent = agentIn('/a', { id: 'claude-code:s1/x', parent: 'claude-code:s1' });
    expect([await one.isMine(agent), await one.isMine(subagent)]).toEqual([true, true]);
    const facts = { cwd: '/a', startedAs: 'claude-code:s1' };
    expect(await one.isMine(agentIn('/a', { id: 'claude-code:s9', facts }))).toBe(true);
    const relays = ask({ cwd: '/a' });
    await isHeldBy(one);
    expect(await released(relays)).toBe(1);
    expect(two.isHeld('r1')).toBe(false);
  });

  it('of a show belongs to whoever gives it', async () => {
    const one = await open({ ownsShow: (session) => session.startsWith('demo-x') });
    expect(await one.isMine(agentIn('/a', { session: 'demo-x-1' }))).toBe(true);
    expect(await one.isMine(agentIn('/a', { session: 'demo-y-1' }))).toBe(false);
  });

  it('belongs to no window where nobody can be asked, until that is over', async () => {
    const hub = await open();
    expect(await hub.isMine(agentIn('/a'))).toBe(true);
    hub.setAsks(false);
    expect(await hub.isMine(agentIn('/a'))).toBe(false);
    hub.setAsks(true);
    expect(await hub.isMine(agentIn('/a'))).toBe(true);
  });
});

describe('a window that could ask nobody', () => {
  it('says so, and takes requests again once it says that it can', async () => {
    let can = false;
    const hub = await open({ canAsk: () => Promise.resolve(can) });
    const [refused] = ask({ id: 'r1' });
    expect(await refused?.end()).toMatch(/HTTP\/1\.1 503/);
    expect(doors()).toMatchObject([{ asks: false }]);
    can = true;
    hub.setAsks(true);
    expect(doors()).toMatchObject([{ asks: true }]);
    ask({ id: 'r2', session: 's2' });
    await isHeldBy(hub, 'r2');
  });

  it('tells nothing any more once it is gone', async () => {
    const hub = await open();
    writeFileSync(join(root, 'windows', 'note'), 'no discovery file');
    await hub.dispose();
    hub.setAsks(false);
    hub.place(place(['/x']));
    expect(readdirSync(join(root, 'windows'))).toEqual(['note']);
  });

  it('writes nothing when it says the same again', async () => {
    const hub = await open();
    const [name = ''] = readdirSync(join(root, 'windows'));
    writeFileSync(join(root, 'windows', name), 'touched');
    hub.setAsks(true);
    expect(readFileSync(join(root, 'windows', name), 'utf8')).toBe('touched');
  });

  it('stays whole where nothing can be written', async () => {
    const phrases: string[] = [];
    const hub = await open({ log: (phrase) => phrases.push(phrase) });
    rmSync(join(root, 'windows'), { recursive: true });
    writeFileSync(join(root, 'windows'), 'in the way');
    hub.setAsks(false);
    expect(phrases).toEqual(['the others could not be told of a change']);
    expect(hub.otherFolders()).toEqual([]);
  });
});

describe('the folders of other windows', () => {
  it('are known without those of this one and of a command line, and follow the windows', async () => {
    const one = await open({ folders: ['/a'] });
    const two = await open({ folders: ['/b', '/c'] });
    await open({ role: 'serve', folders: ['/d'] });
    await until(() => one.otherFolders(), ['/b', '/c']);
    await until(() => two.otherFolders(), ['/a']);
    two.place(place(['/e']));
    await until(() => one.otherFolders(), ['/e']);
    await two.dispose();
    await until(() => one.otherFolders(), []);
  });
});

describe('the row of an agent', () => {
  it('is shown by the other window that tells of it, and by no more', async () => {
    const asked: string[] = [];
    const showRow = (name: string, tells: boolean) => (row: string) => {
      asked.push(`${name} ${row}`);
      return Promise.resolve(tells);
    };
    const here = await open({ showRow: showRow('here', true) });
    await open({ role: 'serve', showRow: showRow('serve', true) });
    await open({ showRow: showRow('stranger', false) });
    expect(await here.revealElsewhere('ask:r1')).toBe(false);
    const other = await open({ showRow: showRow('owner', true) });
    expect(await other.revealElsewhere('ask:r1')).toBe(true);
    expect(asked).toContain('here ask:r1');
    expect(asked.filter((one) => one.startsWith('owner') || one.startsWith('serve'))).toEqual([]);
  });

  it('is nowhere where a window cannot show it', async () => {
    const here = await open();
    await open();
    await open({ showRow: () => Promise.reject(new Error('no')) });
    expect(await here.revealElsewhere('ask:r1')).toBe(false);
  });
});

describe('the focus of a window', () => {
  it('is known to the others', async () => {
    const here = await open();
    const there = await open();
    const focused = async (hub: AgentHub) => (await hub.otherWindows()).map((other) => other.focused);
    there.place({ focused: true });
    expect(await focused(here)).toEqual([true]);
    // What was read is good for a second, so another window looks.
    there.place({ focused: false });
    expect(await focused(await open())).toEqual([false, false]);
  });
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEscalated } from '../../../src/core/agent/agent.ts';
import { isDone } from '../../../src/core/agent/seen.ts';
import { decisionsOf } from '../../../src/core/decision/decision.ts';
import { processStart } from '../../../src/node/evidence/processTable.ts';
import { AgentHub } from '../../../src/node/hub/agentHub.ts';
import { picture } from '../../support/claude.ts';
import { hubOptions } from '../../support/hubOptions.ts';
import { Sleeper, until } from '../programs/claudeCode/support.ts';

let root: string;
let sleeper: Sleeper;
const hubs: AgentHub[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-kept-'));
  sleeper = new Sleeper();
});

afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.dispose()));
  await sleeper.kill();
  rmSync(root, { recursive: true, force: true });
});

const kept = () => join(root, 'kept.json');
const row = (hub: AgentHub) => hub.keeper.state.agents.get('claude-code:s1');
const shows = (hub: AgentHub) => picture(row(hub));

async function open(version = '1'): Promise<AgentHub> {
  const hub = new AgentHub(hubOptions(root, { version }));
  hubs.push(hub);
  await hub.start();
  return hub;
}

/** A file whose only agent, which ended, is not quite one. */
function damaged(change: Record<string, unknown>): string {
  const end = { kind: 'exited' };
  const lists = { prompts: [], calls: [], background: [], processes: [], seen: [] };
  const whole = {
    id: 'p:s',
    program: 'p',
    session: 's',
    base: { state: end },
    state: end,
    facts: {},
    ...lists,
  };
  const agents = JSON.stringify([{ ...whole, since: Date.now(), ...change }]);
  return JSON.stringify({ version: '1', agents });
}

/** The session file of the agent. */
async function say(status: string, pid = sleeper.pid, at = Date.now()): Promise<void> {
  mkdirSync(join(root, 'claude', 'sessions'), { recursive: true });
  const waits = status === 'waiting' ? { waitingFor: 'permission prompt' } : {};
  const procStart = await processStart(pid);
  const told = { pid, sessionId: 's1', cwd: '/w', status, statusUpdatedAt: at, startedAt: at, ...waits };
  writeFileSync(
    join(root, 'claude', 'sessions', `${pid}.json`),
    JSON.stringify({ ...told, procStart, kind: 'interactive' }),
  );
}

/** A window in which a request was left to the terminal. */
async function leave(): Promise<AgentHub> {
  const hub = await open();
  const head = {
    program: 'claude-code',
    session: 's1',
    evidence: 'hook',
    facts: { pid: sleeper.pid },
  } as const;
  const ask = {
    kind: 'permission',
    reason: 'Bash',
    tool: 'Bash',
    input: { command: 'touch made.txt' },
  } as const;
  hub.keeper.dispatch({ ...head, id: 'r1', at: Date.now(), type: 'promptShown', generic: false, ask });
  await say('waiting');
  expect(hub.decide('r1', { kind: 'escalate' })).toMatchObject({ status: 200 });
  return hub;
}

/** A window in which an agent was killed. */
async function die(): Promise<AgentHub> {
  await say('busy');
  const hub = await open();
  await until(() => shows(hub), 'working');
  await sleeper.kill();
  await until(() => shows(hub), 'exited');
  return hub;
}

describe('an agent that died', () => {
  it('is still shown after a reload, and not as news', async () => {
    const before = await die();
    const since = row(before)?.since;
    await before.dispose();
    const after = await open();
    expect([shows(after), row(after)?.since]).toEqual(['exited', since]);
  });

  it('is still shown after a window that had no time to say anything', async () => {
    const before = await die();
    await until(() => existsSync(kept()), true);
    const text = readFileSync(kept(), 'utf8');
    await before.dispose();
    writeFileSync(kept(), text);
    expect(shows(await open())).toBe('exited');
  });

  it('is shown alive when another process took up its conversation meanwhile', async () => {
    await (await die()).dispose();
    const other = new Sleeper();
    try {
      await say('idle', other.pid);
      const after = await open();
      await until(() => shows(after), 'idle');
      await after.dispose();
      expect(existsSync(kept())).toBe(false);
    } finally {
      await other.kill();
    }
  });

  it('is forgotten after ten minutes, also where nobody looked', async () => {
    await (await die()).dispose();
    const text = readFileSync(kept(), 'utf8');
    const [since = ''] = /(?<=since\\":)\d+/u.exec(text) ?? [];
    writeFileSync(kept(), text.replaceAll(since, String(Number(since) - 11 * 60_000)));
    const after = await open();
    expect(shows(after)).toBe('none');
    await after.dispose();
    expect(existsSync(kept())).toBe(false);
  });

  it('does not come back in any window when a person forgot it', async () => {
    const before = await die();
    const agent = row(before);
    if (agent) {
      before.forget(agent);
    }
    expect(shows(await open())).toBe('none');
    await before.dispose();
    expect(shows(await open())).toBe('none');
  });
});

describe('an agent that is done', () => {
  const finish = async (): Promise<AgentHub> => {
    await say('busy');
    const hub = await open();
    await until(() => shows(hub), 'working');
    await say('idle');
    await until(() => shows(hub), 'idle');
    return hub;
  };
  const isUnseen = (hub: AgentHub) => {
    const agent = row(hub);
    return agent && isDone(agent);
  };
  const look = (hub: AgentHub) => {
    const who = { program: 'claude-code', session: 's1', evidence: 'hook' } as const;
    hub.tell({ id: 'look', at: Date.now(), ...who, type: 'seen' });
  };

  it('is still unseen after a reload', async () => {
    await (await finish()).dispose();
    const after = await open();
    await until(() => isUnseen(after), true);
    look(after);
    await after.dispose();
    expect(existsSync(kept())).toBe(false);
  });

  it('is seen in every window once a person has looked in one, also in those that are opened later', async () => {
    const [here, there] = [await finish(), await open()];
    await until(() => [isUnseen(here), isUnseen(there)], [true, true]);
    look(there);
    await until(() => [isUnseen(here), isUnseen(there)], [false, false]);
    await there.dispose();
    const later = await open();
    expect([shows(later), isUnseen(later)]).toEqual(['idle', false]);
  });
});

describe('a prompt that was left to the terminal', () => {
  it('is still left to it after a reload, with its command, and nobody is asked', async () => {
    await (await leave()).dispose();
    expect(statSync(kept()).mode & 0o777).toBe(0o600);
    const after = await open();
    await until(() => shows(after), 'prompting permission: Bash');
    const agent = row(after);
    expect(agent && isEscalated(agent)).toBe(true);
    expect(decisionsOf(agent)).toEqual([]);
    expect(agent?.prompts[0]?.input).toEqual({ command: 'touch made.txt' });
    await say('busy');
    await until(() => shows(after), 'working Bash');
    await after.dispose();
    expect(existsSync(kept())).toBe(false);
  });

  it('outlives two reloads in a row', async () => {
    await (await leave()).dispose();
    await (await open()).dispose();
    const after = await open();
    await until(() => shows(after), 'prompting permission: Bash');
  });

  it('is not shown when the agent went on meanwhile', async () => {
    await (await leave()).dispose();
    await say('idle');
    const after = await open();
    await until(() => shows(after), 'idle');
    expect(row(after)?.prompts).toEqual([]);
  });

  it('is not shown when the agent is gone', async () => {
    await (await leave()).dispose();
    await sleeper.kill();
    const other = new Sleeper();
    try {
      const after = await open();
      // Another agent that is seen tells that the first look is over.
      writeFileSync(
        join(root, 'claude', 'sessions', `${other.pid}.json`),
        JSON.stringify({
          pid: other.pid,
          sessionId: 's2',
          status: 'idle',
          statusUpdatedAt: Date.now(),
          procStart: await processStart(other.pid),
        }),
      );
      await until(() => after.keeper.state.agents.has('claude-code:s2'), true);
      expect(shows(after)).toBe('none');
    } finally {
      await other.kill();
    }
  });
});

describe('what was kept', () => {
  it('is not read by another version, nor taken away by it', async () => {
    await (await die()).dispose();
    const text = readFileSync(kept(), 'utf8');
    const other = await open('2');
    expect(shows(other)).toBe('none');
    await other.dispose();
    expect(readFileSync(kept(), 'utf8')).toBe(text);
  });

  it.each<[string, string]>([
    ['empty', ''],
    ['cut', '{'],
    ['without agents', '{"version":"1"}'],
    ['with agents that are cut', '{"version":"1","agents":"["}'],
    ['with one without prompts', damaged({ prompts: undefined })],
    ['with one without an id', damaged({ id: 7 })],
    ['with one without a state', damaged({ state: null })],
    ['with one that stands on nothing', damaged({ base: {} })],
    ['with one without facts', damaged({ facts: null })],
  ])('is nothing where it is %s', async (_, text) => {
    writeFileSync(kept(), text);
    const hub = await open();
    expect(hub.keeper.state.agents.size).toBe(0);
  });
});

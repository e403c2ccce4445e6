import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WireHead } from '../../../src/core/wire/wireHead.ts';
import { appendHookRun } from '../../../src/node/hooks/hookLog.ts';
import { RawConnection, relayRequest, sendRaw, wireHead } from '../../support/relayRequest.ts';
import type { ServeLine } from '../../support/serve.ts';
import { untilTrue } from '../run/support.ts';
import { NearHousehold } from './nearHousehold.ts';

let house: NearHousehold;

beforeEach(() => {
  house = new NearHousehold();
});

afterEach(() => house.leave());

const payload = (name: string, fields: Record<string, unknown> = {}) =>
  JSON.stringify({ session_id: 's1', hook_event_name: name, cwd: '/w', ...fields });

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };

/** Tells every listener of an event, as a relay does. */
async function tell(
  name: string,
  fields: Record<string, unknown> = {},
  head: Partial<WireHead> = {},
): Promise<void> {
  const one = wireHead({ event: name, ...head });
  await Promise.all(
    house.discoveries().map((door) => sendRaw(door.port, relayRequest(door, one, payload(name, fields)))),
  );
}

/** Asks for permission and waits, as a relay does. */
function ask(fields: Record<string, unknown> = bash, head: Partial<WireHead> = {}): RawConnection[] {
  const one = wireHead({ event: 'PermissionRequest', waits: true, ...head });
  return house
    .discoveries()
    .map(
      (door) => new RawConnection(door.port, relayRequest(door, one, payload('PermissionRequest', fields))),
    );
}

const verdict = (received: string) => {
  const body = received.split('\r\n\r\n').at(-1) ?? '';
  return body ? JSON.parse(body).hookSpecificOutput.decision : undefined;
};

describe('beckon serve', () => {
  it('prints a line for each change, and none for what changes nothing', async () => {
    const serving = await house.serve();
    await tell('SessionStart', { source: 'startup' });
    await serving.until(({ state }) => state === 'idle');
    await tell('UserPromptSubmit', { prompt: 'Fix it' });
    await serving.until(({ state }) => state === 'working');
    await tell('PostToolUse', { ...bash, tool_use_id: 't' });
    await serving.until(({ detail }) => detail === 'Thinking');
    await tell('SomethingNew');
    await tell('Stop', { background_tasks: [] });
    await serving.until(({ state }) => state === 'idle');
    await tell('SessionEnd', { reason: 'other' });
    await serving.until(({ urgency }) => urgency === 'ended');
    expect(serving.lines.map(({ at, ...line }) => line)).toEqual([
      { agent: 'claude-code:s1', state: 'idle', urgency: 'idle', cwd: '/w', stale: false },
      {
        agent: 'claude-code:s1',
        state: 'working',
        urgency: 'working',
        cwd: '/w',
        title: 'Fix it',
        stale: false,
      },
      {
        agent: 'claude-code:s1',
        state: 'working',
        urgency: 'working',
        detail: 'Thinking',
        cwd: '/w',
        title: 'Fix it',
        stale: false,
      },
      { agent: 'claude-code:s1', state: 'idle', urgency: 'idle', cwd: '/w', title: 'Fix it', stale: false },
      { agent: 'claude-code:s1', state: 'gone', urgency: 'ended', cwd: '/w', title: 'Fix it' },
    ]);
    expect(serving.lines.every(({ at }) => Math.abs(at - Date.now()) < 60_000)).toBe(true);
  });

  it('tells of the model, and of what the last hook came to, as beckon agents does', async () => {
    const serving = await house.serveHere();
    await tell('SessionStart', { source: 'startup', model: 'claude-opus-4-8' });
    await serving.until(({ model }) => model === 'claude-opus-4-8');
    const run = { at: 1, trigger: 'before_tool', session: 's1', outcome: 'passed', ms: 1 } as const;
    await appendHookRun(house.home, '/hooks/first', { ...run, name: 'first' });
    await appendHookRun(house.home, '/hooks/guard', {
      ...run,
      name: 'guard',
      at: 2,
      outcome: 'denied',
      reason: 'no',
    });
    const hook = { name: 'guard', at: 2, trigger: 'before_tool', outcome: 'denied', reason: 'no' };
    const line = await serving.until((one) => one.hook?.name === 'guard');
    expect(line).toMatchObject({ agent: 'claude-code:s1', stale: false, hook });
    expect(JSON.parse((await house.here(['agents', '--json'])).out)).toMatchObject([
      { agent: 'claude-code:s1', model: 'claude-opus-4-8', stale: false, hook },
    ]);
  });

  it('makes itself known in a private place, and leaves nothing behind', async () => {
    const serving = await house.serve();
    const folder = join(house.home, 'windows');
    const [name = ''] = readdirSync(folder);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([mode(house.home), mode(folder), mode(join(folder, name))]).toEqual(['700', '700', '600']);
    expect(house.discoveries()).toMatchObject([
      { pid: serving.pid, role: 'serve', protocol: 1, folders: [] },
    ]);
    expect(await serving.stop('SIGINT')).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('makes itself known again where its file was taken away', async () => {
    await house.serveHere();
    const before = house.discoveries();
    rmSync(join(house.home, 'windows'), { recursive: true });
    await untilTrue(() => existsSync(join(house.home, 'windows')) && house.discoveries().length > 0);
    expect(house.discoveries()).toEqual(before);
  });

  it('removes the file of a dead listener, and leaves one that it does not understand', async () => {
    mkdirSync(join(house.home, 'windows'), { recursive: true });
    const put = (name: string, text: string) => writeFileSync(join(house.home, 'windows', name), text);
    put('dead', '4000 token-12345 proof-12345 4194304 1\n{}\n');
    put('reused', `4000 token-12345 proof-12345 ${process.pid} 1\n{"processStart":"1"}\n`);
    put('alive', `4000 token-12345 proof-12345 ${process.pid} 1\n{}\n`);
    put('odd', 'from the future');
    put('remote', '4000 token-12345 proof-12345 4194304 1\n{"domain":"a container"}\n');
    await house.serveHere();
    const left = readdirSync(join(house.home, 'windows')).filter((name) => name.length < 10);
    expect(left.sort()).toEqual(['alive', 'odd', 'remote']);
  });

  it('says once, and without the token, what it refuses', async () => {
    const serving = await house.serveHere();
    const [door] = house.discoveries();
    for (const token of ['wrong-one', 'wrong-two']) {
      await sendRaw(door?.port ?? 0, relayRequest({ port: door?.port ?? 0, token }, wireHead(), '{}'));
    }
    await serving.stop();
    expect(serving.words).toBe('beckon serve: listening\nbeckon serve: 401: the token is wrong\n');
  });

  it('ends with one line where it cannot make itself known', async () => {
    writeFileSync(join(house.root, 'file'), '');
    const { code, out, err } = await house.here(['serve', '--json'], '', {
      BECKON_HOME: join(house.root, 'file'),
    });
    expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(err).toMatch(/^beckon serve: it cannot listen: /);
  });

  it('looks at Claude Code’s own folder, wherever that is', async () => {
    const sessions = join(house.root, 'elsewhere', 'sessions');
    mkdirSync(sessions, { recursive: true });
    const session = {
      pid: process.pid,
      sessionId: 's9',
      status: 'busy',
      statusUpdatedAt: Date.now(),
      cwd: '/w',
    };
    writeFileSync(join(sessions, `${process.pid}.json`), JSON.stringify(session));
    house.extra = { CLAUDE_CONFIG_DIR: join(house.root, 'elsewhere') };
    const serving = await house.serveHere();
    expect(await serving.until(({ agent }) => agent === 'claude-code:s9')).toMatchObject({
      state: 'working',
      cwd: '/w',
    });
  });

  it('shows only the agents of the folder it is told', async () => {
    const [real, link] = [join(house.root, 'real'), join(house.root, 'link')];
    mkdirSync(real);
    symlinkSync(real, link);
    const serving = await house.serveHere('--workspace', link);
    await tell('UserPromptSubmit', { session_id: 'elsewhere' });
    await tell('UserPromptSubmit', { session_id: 'there', cwd: join(real, 'sub') });
    await serving.until(({ agent }) => agent === 'claude-code:there');
    expect([...serving.latest.keys()]).toEqual(['claude-code:there']);
  });

  it.each([
    [
      ['serve', '--nonsense'],
      2,
      "beckon serve: unknown option '--nonsense'; 'beckon serve --help' lists them",
    ],
    [
      ['serve', '--hidden-wait', 'x'],
      2,
      'beckon serve: --hidden-wait takes a number of seconds, at most 600',
    ],
    [
      ['serve', '--hidden-wait', '3000000'],
      2,
      'beckon serve: --hidden-wait takes a number of seconds, at most 600',
    ],
    [['serve', '--hidden-wait= '], 2, 'beckon serve: --hidden-wait takes a number of seconds, at most 600'],
    [['serve', '--workspace', '/nowhere/at/all'], 1, "beckon serve: there is no folder '/nowhere/at/all'"],
    [
      ['agents'],
      1,
      "beckon agents: no window of VS Code with Beckon and no 'beckon serve' is running; start one of them",
    ],
    [
      ['decide', 'x', 'approve'],
      1,
      "beckon decide: no window of VS Code with Beckon and no 'beckon serve' is running",
    ],
    [
      ['decide', 'x', 'maybe'],
      2,
      "beckon decide: the verdict is one of approve, deny, escalate, answer, nudge, done, retry, skip, cancel, dismiss, not 'maybe'",
    ],
    [['decide', 'x', 'answer'], 2, 'beckon decide: ANSWER is missing'],
    [
      ['decide', 'x', 'approve', '-m', 'y'],
      2,
      'beckon decide: --message goes with deny, nudge and retry only',
    ],
    [['decide', 'x', 'deny', '--always'], 2, 'beckon decide: --always goes with approve only'],
    [['decide', 'x', 'deny', '--plan', 'y'], 2, 'beckon decide: --plan goes with approve only'],
    [['decide', 'x', 'deny', '--mode', 'default'], 2, 'beckon decide: --mode goes with approve only'],
    [
      ['decide', 'x', 'approve', '--mode', 'bypassPermissions'],
      2,
      "beckon decide: --mode is one of default, acceptEdits, not 'bypassPermissions'",
    ],
    [['decide'], 2, 'beckon decide: AGENT|DECISION is missing'],
    [
      ['emit', 'agent:nonsense', '--agent', 'x'],
      2,
      "beckon emit: the event is one of agent:working, agent:idle, agent:prompt, agent:gone, agent:signal, not 'agent:nonsense'",
    ],
    [['emit', 'agent:idle'], 2, 'beckon emit: --agent is missing'],
    [
      ['emit', 'agent:signal', '--agent', 'x', 'done'],
      2,
      "beckon emit: the signal is one of complete, escalate, continue, not 'done'",
    ],
  ])('%j is told in one line', async (args, code, err) => {
    expect(await house.here(args)).toEqual({ code, out: '', err: `${err}\n` });
  });
});

/** Waits until one listener holds a request, which may be after it is shown; returns the relay that waits there. */
async function held(relays: readonly RawConnection[]): Promise<RawConnection> {
  const holds = async (relay: RawConnection) => {
    await relay.until(() => relay.received.startsWith('HTTP/1.1 102'));
    return relay;
  };
  return await Promise.race(relays.map(holds));
}

describe('a decision', () => {
  const pending = async (...args: string[]) => {
    const serving = await house.serveHere(...args);
    const relay = await held(ask());
    const line = await serving.until(({ decision }) => decision !== undefined);
    return { serving, relay, line };
  };

  it('is shown with what is asked, and approved by the agent’s id', async () => {
    const { serving, relay, line } = await pending();
    expect(line).toMatchObject({
      state: 'prompting',
      urgency: 'attention',
      prompt: { type: 'permission', tool: 'Bash', summary: 'Bash npm test' },
    });
    expect(await house.beckon(['decide', line.agent, 'approve'])).toEqual({ code: 0, out: '', err: '' });
    expect(verdict(await relay.end())).toEqual({ behavior: 'allow' });
    const after = await serving.until(({ state }) => state === 'working');
    expect(after.decision).toBeUndefined();
  });

  it('is denied by its own id, or the start of it', async () => {
    const { relay, line } = await pending();
    const start = line.decision?.slice(0, 6) ?? '';
    expect(await house.here(['decide', start, 'deny', '-m', 'not now'])).toMatchObject({ code: 0 });
    expect(verdict(await relay.end())).toEqual({ behavior: 'deny', message: 'not now' });
  });

  it('is escalated: the relay is let go, the row stays', async () => {
    const { serving, relay, line } = await pending();
    await house.here(['decide', line.agent, 'escalate']);
    expect(await relay.end()).toMatch(/HTTP\/1\.1 204/);
    const after = await serving.until(({ decision }) => decision === undefined);
    expect(after).toMatchObject({ state: 'prompting', urgency: 'attention' });
  });

  it('is withdrawn when the relay goes away before anybody could hold it', async () => {
    const serving = await house.serveHere();
    const [door] = house.discoveries();
    const asked = Array.from({ length: 10 }, (_, index) => {
      const head = wireHead({ event: 'PermissionRequest', waits: true, id: `quick${index}` });
      const body = payload('PermissionRequest', { ...bash, session_id: `q${index}` });
      return new RawConnection(door?.port ?? 0, relayRequest(door ?? { port: 0, token: '' }, head, body));
    });
    for (const relay of asked) {
      await relay.connected;
      relay.leave();
    }
    for (const index of asked.keys()) {
      await serving.until(({ agent, state }) => agent === `claude-code:q${index}` && state !== 'prompting');
    }
  });

  it('is withdrawn when the relay goes away', async () => {
    const { serving, relay } = await pending();
    relay.drop();
    await serving.until(({ state }) => state !== 'prompting');
    expect(await house.here(['decide', 'claude-code:s1', 'approve'])).toMatchObject({
      code: 1,
      err: "beckon decide: no decision of 'claude-code:s1' is pending\n",
    });
  });

  it('lets the relay go when the terminal answered', async () => {
    const { relay } = await pending();
    await tell('PostToolUse', { ...bash, tool_use_id: 't' });
    expect(await relay.end()).toMatch(/HTTP\/1\.1 204/);
  });

  it('of a question is answered, and not plainly approved', async () => {
    const serving = await house.serveHere();
    const questions = [
      { question: 'Which color?', header: 'Color', multiSelect: false, options: [{ label: 'Red' }] },
    ];
    const relay = await held(ask({ tool_name: 'AskUserQuestion', tool_input: { questions } }));
    const line = await serving.until(({ decision }) => decision !== undefined);
    expect(line.prompt).toEqual({
      type: 'question',
      tool: 'AskUserQuestion',
      summary: 'question Which color?',
    });
    expect(await house.here(['decide', line.agent, 'approve'])).toEqual({
      code: 1,
      out: '',
      err: 'beckon decide: a question needs an answer\n',
    });
    expect(await house.here(['decide', line.agent, 'answer', 'Red'])).toMatchObject({ code: 0 });
    expect(verdict(await relay.end())).toEqual({
      behavior: 'allow',
      updatedInput: { questions, answers: { 'Which color?': 'Red' } },
    });
  });

  it('of two subagents of one conversation is each its own', async () => {
    const serving = await house.serveHere();
    const one = await held(ask({ ...bash, agent_id: 'a' }));
    const two = await held(ask({ ...bash, agent_id: 'b' }));
    const first = await serving.until(
      ({ agent, decision }) => agent.endsWith('/a') && decision !== undefined,
    );
    await serving.until(({ agent, decision }) => agent.endsWith('/b') && decision !== undefined);
    const root = await house.here(['decide', 'claude-code:s1', 'approve']);
    expect([root.code, root.err]).toEqual([1, expect.stringContaining('names more than one decision')]);
    expect(first.parent).toBe('claude-code:s1');
    await house.here(['decide', 'claude-code:s1/b', 'deny']);
    await house.here(['decide', 'claude-code:s1/a', 'approve']);
    expect([verdict(await one.end()), verdict(await two.end())]).toMatchObject([
      { behavior: 'allow' },
      { behavior: 'deny' },
    ]);
  });

  it('of a subagent gives way to its own dialog after the seconds it is told', async () => {
    const serving = await house.serveHere('--hidden-wait', '0.2');
    const [relay] = ask({ ...bash, agent_id: 'a' });
    expect(await relay?.end()).toMatch(/HTTP\/1\.1 204/);
    const line = await serving.until(
      ({ agent, decision, state }) => agent.endsWith('/a') && state === 'prompting' && decision === undefined,
    );
    expect(line.urgency).toBe('attention');
  });

  it('is one where two entries ask for the same, and both get the answer', async () => {
    const serving = await house.serveHere();
    const at = Date.now();
    const [one] = ask(bash, { at });
    const [two] = ask(bash, { at: at + 20 });
    const { agent } = await serving.until(({ decision }) => decision !== undefined);
    await Promise.all([one, two].map((relay) => relay?.until(() => relay.received.includes('102'))));
    expect(await house.here(['decide', agent, 'approve'])).toMatchObject({ code: 0 });
    expect([verdict((await one?.end()) ?? ''), verdict((await two?.end()) ?? '')]).toEqual([
      { behavior: 'allow' },
      { behavior: 'allow' },
    ]);
    await serving.until(({ state }) => state === 'working');
  });

  it('is asked anew when the same is asked right after an answer', async () => {
    const serving = await house.serveHere();
    for (const round of [1, 2, 3]) {
      const relay = await held(ask(bash, { id: `round${round}` }));
      await serving.until(({ decision }) => decision === `round${round}`);
      expect(await house.here(['decide', `round${round}`, 'approve'])).toMatchObject({ code: 0 });
      expect(verdict(await relay.end())).toEqual({ behavior: 'allow' });
    }
  });

  it.each(['approve', 'deny', 'escalate'])(
    'is over where an agent runs two entries one after the other, and the first got its word: %s',
    async (word) => {
      const serving = await house.serveHere();
      const moment = { at: Date.now() };
      const relay = await held(ask(bash, moment));
      const { agent } = await serving.until(({ decision }) => decision !== undefined);
      expect(await house.here(['decide', agent, word])).toMatchObject({ code: 0 });
      await relay.end();
      const told = serving.lines.filter(({ decision }) => decision !== undefined).length;
      const [second] = ask(bash, moment);
      expect(await second?.end()).toMatch(/HTTP\/1\.1 204/);
      await tell('Stop');
      await serving.until(({ state }) => state === 'idle');
      expect(serving.lines.filter(({ decision }) => decision !== undefined)).toHaveLength(told);
    },
  );

  it('of two entries stands while one of their relays is there', async () => {
    const serving = await house.serveHere();
    const [one] = ask();
    const [two] = ask();
    await Promise.all([one, two].map((relay) => relay?.until(() => relay.received.includes('102'))));
    const { agent } = await serving.until(({ decision }) => decision !== undefined);
    one?.drop();
    expect(await house.here(['decide', agent, 'deny'])).toMatchObject({ code: 0 });
    expect(verdict((await two?.end()) ?? '')).toMatchObject({ behavior: 'deny' });
  });

  it('is not asked for by a program that only reads the same settings', async () => {
    await house.serveHere();
    const [relay] = ask(bash, { env: { COPILOT_CLI: '1' } });
    expect(await relay?.end()).toMatch(/HTTP\/1\.1 204/);
  });

  it('is over for every listener when it is over for its owner', async () => {
    const serving = [await house.serveHere(), await house.serveHere()];
    for (const session of ['w1', 'w2', 'w3']) {
      await held(ask({ ...bash, session_id: session }));
    }
    const all = (fits: (line: ServeLine) => boolean) => Promise.all(serving.map((one) => one.until(fits)));
    for (const session of ['w1', 'w2', 'w3']) {
      await all(({ agent, decision }) => agent === `claude-code:${session}` && decision !== undefined);
    }
    for (const decision of [
      ['claude-code:w1', 'approve'],
      ['claude-code:w2', 'deny'],
      ['claude-code:w3', 'escalate'],
    ]) {
      expect(await house.here(['decide', ...decision])).toMatchObject({ code: 0 });
    }
    await all(({ agent, state }) => agent === 'claude-code:w1' && state === 'working');
    await all(({ agent, detail }) => agent === 'claude-code:w2' && detail === 'Thinking');
    await all(
      ({ agent, state, decision }) => agent === 'claude-code:w3' && state === 'prompting' && !decision,
    );
  });

  it('is not picked by an empty word', async () => {
    await pending();
    expect(await house.here(['decide', '', 'approve'])).toMatchObject({
      code: 2,
      err: 'beckon decide: AGENT|DECISION is empty\n',
    });
  });

  it('of an agent whose surroundings are large is asked for all the same', async () => {
    const serving = await house.serveHere();
    const env = Object.fromEntries(
      ['TERM_PROGRAM', 'TMUX_PANE', 'CLAUDE_CODE_ENTRYPOINT'].map((name) => [name, 'ü'.repeat(1600)]),
    );
    ask(bash, { env });
    await serving.until(({ decision }) => decision !== undefined);
  });

  it('belongs to one of several listeners, and moves to another when that ends', async () => {
    const serving = [await house.serve(), await house.serve()];
    const head = { id: 'moving' };
    const doors = house.discoveries();
    const relays = ask(bash, head);
    const holding = await held(relays);
    await Promise.all(serving.map((one) => one.until(({ decision }) => decision === 'moving')));
    const owner = relays.indexOf(holding);
    expect(await relays[1 - owner]?.end()).toMatch(/ 204 /);
    await serving.find(({ pid }) => pid === doors[owner]?.pid)?.stop();
    expect(await holding.end()).not.toMatch(/HTTP\/1\.1 2/);
    expect(house.discoveries()).toHaveLength(doors.length - 1);
    const [again] = ask(bash, head);
    await again?.until(() => again.received.includes('102'));
    expect(await house.here(['decide', 'moving', 'approve'])).toMatchObject({ code: 0 });
    expect(verdict((await again?.end()) ?? '')).toEqual({ behavior: 'allow' });
  });
});

describe('beckon agents', () => {
  it('prints what the listeners know, each agent once', async () => {
    const serving = [await house.serveHere(), await house.serveHere()];
    await held(ask());
    await Promise.all(serving.map((one) => one.until(({ decision }) => decision !== undefined)));
    const { code, out } = await house.beckon(['agents', '--json']);
    const agents = JSON.parse(out);
    expect([code, agents.length]).toEqual([0, 1]);
    expect(agents[0]).toMatchObject({
      agent: 'claude-code:s1',
      state: 'prompting',
      decisions: [{ held: true }],
    });
    expect((await house.here(['agents'])).out).toContain('needs you · Bash npm test');
  });

  it('says that there are none', async () => {
    await house.serveHere();
    expect(await house.here(['agents'])).toEqual({ code: 0, out: 'No agents.\n', err: '' });
  });

  it('names the listener that does not answer, and prints what the others know', async () => {
    // One that says nothing is given up after two seconds; one that hangs up says as much at once.
    const hung = createServer((socket) => void socket.destroy());
    await new Promise<void>((resolve) => hung.listen(0, '127.0.0.1', resolve));
    const { port } = hung.address() as { port: number };
    mkdirSync(join(house.home, 'windows'), { recursive: true });
    writeFileSync(
      join(house.home, 'windows', 'hung'),
      `${port} token-12345 proof-12345 ${process.pid} 1\n{"role":"window","folders":["/w/api"]}\n`,
    );
    const err = `the window of /w/api (process ${process.pid}) does not answer; it may be stopped or busy\n`;
    expect(await house.here(['agents'])).toEqual({ code: 1, out: '', err: `beckon agents: ${err}` });
    const serving = await house.serveHere();
    const [door] = house.discoveries().filter((one) => one.port !== port);
    const one = wireHead({ event: 'UserPromptSubmit' });
    await sendRaw(
      door?.port ?? 0,
      relayRequest(door ?? { port: 0, token: '' }, one, payload('UserPromptSubmit')),
    );
    await serving.until(({ state }) => state === 'working');
    const { code, out, err: said } = await house.here(['agents', '--json']);
    expect([code, JSON.parse(out).length, said]).toEqual([1, 1, `beckon agents: ${err}`]);
    expect((await house.here(['decide', 'nobody', 'approve'])).err).toBe(
      `beckon decide: no decision of 'nobody' is pending; ${err}`,
    );
    hung.close();
  });

  it('does not believe a stranger on the port of a listener', async () => {
    const stranger = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"agents":[]}');
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as { port: number };
    mkdirSync(join(house.home, 'windows'), { recursive: true });
    writeFileSync(
      join(house.home, 'windows', 'stale'),
      `${port} token-12345 proof-12345 ${process.pid} 1\n{}\n`,
    );
    expect(await house.here(['agents'])).toMatchObject({ code: 1 });
    stranger.close();
  });
});

describe('a listener that comes later', () => {
  it('hears from its peers what they know', async () => {
    const first = await house.serveHere();
    await tell('UserPromptSubmit', { prompt: 'Fix it' });
    await first.until(({ state }) => state === 'working');
    const second = await house.serveHere();
    expect(await second.until(() => true)).toMatchObject({
      agent: 'claude-code:s1',
      title: 'Fix it',
      state: 'working',
    });
  });

  it('takes in what was told while nobody listened: in order, once, for everybody', async () => {
    for (const args of [
      ['agent:prompt', '--type', 'question'],
      ['agent:idle'],
      ['agent:signal', 'complete', '-m', 'done'],
    ]) {
      const [name = '', ...rest] = args;
      expect(await house.beckon(['emit', name, '--agent', 'claude-code:s2', ...rest])).toEqual({
        code: 0,
        out: '',
        err: '',
      });
    }
    const spool = join(house.home, 'spool');
    expect(readdirSync(spool)).toHaveLength(3);
    expect(readdirSync(spool).map((name) => statSync(join(spool, name)).mode & 0o777)).toEqual([
      0o600, 0o600, 0o600,
    ]);
    const serving = await house.serveHere();
    await serving.until(({ agent, state }) => agent === 'claude-code:s2' && state === 'idle');
    expect(readdirSync(spool)).toEqual([]);
    // Nobody knows whether the question still stands.
    expect(serving.lines.map(({ state }) => state)).not.toContain('prompting');
  });

  it('shows what a script asked meanwhile, which no session file could confirm', async () => {
    await house.here(['emit', 'agent:prompt', '--agent', 'script:one', '--type', 'permission']);
    const serving = await house.serveHere();
    await serving.until(({ agent, state }) => agent === 'script:one' && state === 'prompting');
  });

  it('knows that a show of demo agents is over when its window closed', async () => {
    await house.here(['emit', 'agent:idle', '--agent', 'claude-code:demo-mwi1x-1']);
    await house.here(['emit', 'agent:idle', '--agent', 'claude-code:real']);
    const serving = await house.serveHere();
    await serving.until(({ agent }) => agent === 'claude-code:real');
    expect([...serving.latest.keys()]).toEqual(['claude-code:real']);
  });

  it('throws away what is no event, and goes on', async () => {
    const spool = join(house.home, 'spool');
    mkdirSync(spool, { recursive: true });
    writeFileSync(join(spool, '0000000000001-junk'), Buffer.from([0, 255, 10, 10, 1]));
    await house.here(['emit', 'agent:idle', '--agent', 'claude-code:s3']);
    const serving = await house.serveHere();
    await serving.until(({ agent }) => agent === 'claude-code:s3');
    expect(readdirSync(spool)).toEqual([]);
  });
});

describe('beckon emit', () => {
  it.each([
    ['agent:idle', 'idle'],
    ['agent:prompt', 'prompting'],
  ])('%s of a session is of the agent that is known by it', async (name, shown) => {
    const serving = await house.serveHere();
    await tell('UserPromptSubmit');
    await serving.until(({ state }) => state === 'working');
    expect(await house.here(['emit', name, '--agent', 's1'])).toEqual({ code: 0, out: '', err: '' });
    await serving.until(({ state }) => state === shown);
    expect([...serving.latest.keys()]).toEqual(['claude-code:s1']);
  });

  it('of a session that was kept for later is of that agent too', async () => {
    await house.here(['emit', 'agent:working', '--agent', 'claude-code:s1']);
    await house.here(['emit', 'agent:idle', '--agent', 's1']);
    const serving = await house.serveHere();
    await serving.until(({ state }) => state === 'idle');
    expect([...serving.latest.keys()]).toEqual(['claude-code:s1']);
  });

  it('tells all that an agent without a program does', async () => {
    const serving = await house.serveHere();
    const row = (shown: string, about?: string) =>
      serving.until(
        ({ agent, state, detail }) =>
          agent === 'other:build' && state === shown && (about === undefined || detail === about),
      );
    await house.here(['emit', 'agent:prompt', '--agent', 'build', '--type', 'permission']);
    await row('prompting');
    await house.here(['emit', 'agent:working', '--agent', 'build', '-m', 'Tests']);
    await row('working', 'Tests');
    await house.here(['emit', 'agent:idle', '--agent', 'build']);
    await row('idle');
    await house.here(['emit', 'agent:gone', '--agent', 'build']);
    await row('gone');
  });

  it('says that it reached nobody and kept nothing', async () => {
    writeFileSync(join(house.root, 'file'), '');
    const env = { BECKON_HOME: join(house.root, 'file') };
    const lost = {
      code: 1,
      out: '',
      err: "beckon emit: nothing is listening, and the event can't be kept for later\n",
    };
    expect(await house.here(['emit', 'agent:idle', '--agent', 'script:one'], '', env)).toEqual(lost);
    const long = ['emit', 'agent:signal', 'complete', '--agent', 'script:one', '-m', 'x'.repeat(3_000_000)];
    expect(await house.here(long)).toEqual(lost);
  });
});

describe('beckon agent hook', () => {
  const hook = (args: readonly string[], input: string) => house.here(['agent', 'hook', ...args], input);

  it('tells what a payload says, by the id of the agent in either place', async () => {
    const serving = await house.serveHere();
    await hook(['notify', '--agent-id', 'a1'], '{"notification_type":"idle_prompt"}');
    await hook(['pretooluse', 'a2'], '{"tool_name":"AskUserQuestion"}');
    await hook(['stop', '--agent-id', 'a3'], '{}');
    await serving.until(({ agent, state }) => agent === 'other:a1' && state === 'idle');
    await serving.until(({ agent, prompt }) => agent === 'other:a2' && prompt?.type === 'question');
    await serving.until(({ agent, state }) => agent === 'other:a3' && state === 'idle');
  });

  it.each([
    ['the payload', [], 'claude-code:s1'],
    ['a whole id', ['--agent-id', 'claude-code:s7'], 'claude-code:s7'],
    ['a bare id', ['--agent-id', 'a1'], 'other:a1'],
    ['a plain word', ['a1'], 'other:a1'],
  ])('ends with stop what notify told of, for whom %s names', async (_, who, id) => {
    const serving = await house.serveHere();
    const asks = payload('Notification', { notification_type: 'permission_prompt' });
    await hook(['notify', ...who], asks);
    await serving.until(({ agent, state }) => agent === id && state === 'prompting');
    await hook(['stop', ...who], payload('Stop'));
    await serving.until(({ agent, state }) => agent === id && state === 'idle');
    expect([...serving.latest.keys()]).toEqual([id]);
  });

  it('of a session without its program is of the agent that is known by it', async () => {
    const serving = await house.serveHere();
    await tell('UserPromptSubmit');
    await serving.until(({ state }) => state === 'working');
    await hook(['stop', '--agent-id', 's1'], '{}');
    await serving.until(({ state }) => state === 'idle');
    expect([...serving.latest.keys()]).toEqual(['claude-code:s1']);
  });

  it('tells any event of the agent that is named', async () => {
    const serving = await house.serveHere();
    await hook(['UserPromptSubmit', '--agent-id', 'a1'], payload('UserPromptSubmit'));
    await serving.until(({ agent, state }) => agent === 'other:a1' && state === 'working');
    expect([...serving.latest.keys()]).toEqual(['other:a1']);
  });

  it('calls nobody at once for a tool that may ask', async () => {
    const serving = await house.serveHere();
    await hook(['pretooluse', '--agent-id', 'a1'], '{"tool_name":"EnterPlanMode"}');
    await serving.until(({ state }) => state === 'prompting');
    const asked = serving.lines.find(({ state }) => state === 'prompting');
    expect(asked).not.toHaveProperty('decision');
    expect(asked?.prompt?.type).toBe('plan_approval');
  });

  it('hands on any other event as it is', async () => {
    const serving = await house.serveHere();
    await house.beckon(['agent', 'hook', 'UserPromptSubmit'], payload('UserPromptSubmit'));
    await serving.until(({ agent, state }) => agent === 'claude-code:s1' && state === 'working');
  });

  it.each([
    ['a type nobody knows', ['notify', '--agent-id', 'a'], '{"notification_type":"nonsense"}'],
    ['no type', ['notify', '--agent-id', 'a'], '{}'],
    ['junk', ['notify', '--agent-id', 'a'], '\u0000junk'],
    ['nothing', ['stop', '--agent-id', 'a'], ''],
    ['no agent', ['stop'], '{}'],
    ['wrong words', ['stop', '--nonsense'], '{}'],
    ['no event', [], '{}'],
  ])('says nothing, tells nothing and exits 0 with %s', async (_, args, input) => {
    expect(await hook(args, input)).toEqual({ code: 0, out: '', err: '' });
    expect(existsSync(join(house.home, 'spool'))).toBe(false);
  });

  it('exits 0 where a dead listener cannot be swept, and is kept all the same', async () => {
    const windows = join(house.home, 'windows');
    mkdirSync(join(windows, 'folder'), { recursive: true });
    execFileSync('mkfifo', [join(windows, 'pipe')]);
    mkdirSync(join(house.home, 'spool', '.folder'), { recursive: true });
    utimesSync(join(house.home, 'spool', '.folder'), 1, 1);
    expect(await hook(['stop', '--agent-id', 'a9'], '{}')).toEqual({ code: 0, out: '', err: '' });
    const serving = await house.serveHere();
    await serving.until(({ agent }) => agent === 'other:a9');
  });

  it('exits 0 where nothing can be kept', async () => {
    writeFileSync(join(house.root, 'file'), '');
    const env = { BECKON_HOME: join(house.root, 'file') };
    expect(await house.here(['agent', 'hook', 'stop', '--agent-id', 'a'], '{}', env)).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(readFileSync(join(house.root, 'file'), 'utf8')).toBe('');
  });
});

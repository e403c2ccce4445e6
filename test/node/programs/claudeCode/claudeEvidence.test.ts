import { mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hook } from '../../../support/claude.ts';
import { until, World } from './support.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.remove());

const rows = () => world.rows();
const permission = { s1: 'prompting permission: Permission (tentative)' };
const interrupted = [{ type: 'text', text: '[Request interrupted by user]' }];

describe('a session, without hooks', () => {
  it('is shown while it works, asks, is answered and is interrupted', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
    await world.write(pid, 'busy');
    await until(rows, { s1: 'working' });
    await world.write(pid, 'waiting', { waitingFor: 'permission prompt' });
    await until(rows, permission);
    await world.replace(pid, 'busy');
    await until(rows, { s1: 'working' });
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
  });

  it('that began before the window is shown, with what it was asked first', async () => {
    const { pid } = world.sleeper();
    world.record('user', 'Fix the login');
    world.record('assistant', [{ type: 'tool_use', name: 'AskUserQuestion', id: 'c1' }]);
    world.record('user', [{ type: 'tool_result', tool_use_id: 'c1' }]);
    world.record('assistant', [{ type: 'text', text: 'Done.' }], { model: 'm1' });
    await world.write(pid, 'idle');
    world.open();
    await until(rows, { s1: 'idle' });
    await until(() => world.facts(), {
      pid,
      cwd: '/w',
      startedIn: '/w',
      firstPrompt: 'Fix the login',
      model: 'm1',
      lastMessage: 'Done.',
    });
    // The question was answered long ago: nobody is called.
    expect(world.told.filter(({ type }) => type === 'promptShown')).toEqual([]);
  });

  it('works on after an interrupt as long as its file says so, as with tasks in the background', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'busy');
    world.record('user', 'Fix the login');
    await until(() => world.facts()?.firstPrompt, 'Fix the login');
    world.record('user', interrupted);
    world.record('assistant', [{ type: 'thinking' }, { type: 'text', text: 'After it.' }]);
    // Once this is known, the interrupt has been read.
    await until(() => world.facts()?.lastMessage, 'After it.');
    expect(world.told.filter(({ type }) => type === 'turnInterrupted')).toEqual([]);
    expect(world.rows()).toMatchObject({ s1: expect.stringMatching(/^working/) });
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
  });

  it('that asks when the window opens is shown asking', async () => {
    const { pid } = world.sleeper();
    await world.write(pid, 'waiting', { waitingFor: 'permission prompt' });
    world.open();
    await until(rows, permission);
  });

  it('is followed across a window that closes and opens again', async () => {
    const { pid } = world.sleeper();
    await world.write(pid, 'busy');
    world.open();
    await until(rows, { s1: 'working' });
    await world.close();
    await world.write(pid, 'waiting', { waitingFor: 'input needed' });
    world.open();
    await until(rows, { s1: 'prompting question: Question (tentative)' });
  });

  it('that fails is shown failed, and stays so until it works again', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'busy');
    await until(rows, { s1: 'working' });
    const at = Date.now();
    await world.write(pid, 'idle', { statusUpdatedAt: at });
    await until(rows, { s1: 'idle' });
    world.record('assistant', [{ type: 'text', text: 'API Error: 529' }], {
      isApiErrorMessage: true,
      error: 'server_error',
      timestamp: new Date(at - 5).toISOString(),
    });
    await until(rows, { s1: 'failed overloaded' });
    await world.write(pid, 'busy');
    await until(rows, { s1: 'working' });
  });

  it('whose file says idle while the row says work is idle in the end', async () => {
    const { pid } = world.sleeper();
    world.open();
    const at = Date.now();
    await world.write(pid, 'idle', { statusUpdatedAt: at });
    await until(rows, { s1: 'idle' });
    world.hear(hook(at + 1, 'PostToolUse', { tool_name: 'Bash', pid }));
    expect(rows()).toEqual({ s1: 'working Thinking' });
    await until(rows, { s1: 'idle' });
  });

  it('that is interrupted, as only the transcript tells, is idle', async () => {
    const { pid } = world.sleeper();
    world.open();
    world.hear(hook(Date.now(), 'PreToolUse', { tool_name: 'Bash', pid }));
    world.record('user', interrupted);
    await until(rows, { s1: 'idle' });
  });
});

describe('the end of a session, without hooks', () => {
  it('by kill -9 is shown', async () => {
    const claude = world.sleeper();
    world.open();
    await world.write(claude.pid, 'waiting', { waitingFor: 'permission prompt' });
    await until(rows, permission);
    await claude.kill();
    await until(rows, { s1: 'exited' });
    expect(world.told.filter(({ type }) => type === 'processEnded')).toHaveLength(1);
  });

  it('in good order takes the row away', async () => {
    const claude = world.sleeper();
    world.open();
    await world.write(claude.pid, 'idle');
    await until(rows, { s1: 'idle' });
    rmSync(world.file(claude.pid));
    await claude.kill();
    await until(rows, {});
    expect(world.told.map(({ type }) => type)).not.toContain('processEnded');
  });

  it('is not told by a file that somebody took away', async () => {
    const claude = world.sleeper();
    world.open();
    await world.write(claude.pid, 'idle');
    await until(rows, { s1: 'idle' });
    const other = world.sleeper();
    rmSync(world.file(claude.pid));
    await world.write(other.pid, 'busy', { sessionId: 's2' });
    await until(rows, { s1: 'idle', s2: 'working' });
    // Whoever sees this one go has looked at the other too.
    await other.kill();
    await until(rows, { s1: 'idle', s2: 'exited' });
    await world.write(claude.pid, 'busy');
    await until(rows, { s1: 'working', s2: 'exited' });
    expect(world.told.map(({ type }) => type)).not.toContain('sessionStarted');
  });

  it('of a process that only hooks told of is shown, and of one never seen too', async () => {
    const claude = world.sleeper();
    const dead = world.sleeper();
    await dead.kill();
    world.open();
    world.hear(hook(Date.now(), 'UserPromptSubmit', { pid: claude.pid }));
    world.hear(hook(Date.now(), 'UserPromptSubmit', { pid: dead.pid, session_id: 's2' }));
    await until(rows, { s1: 'working', s2: 'gone' });
    await claude.kill();
    await until(rows, { s1: 'exited', s2: 'gone' });
  });

  it('before the window leaves no row, though the file is still there', async () => {
    const [dead, claude] = [world.sleeper(), world.sleeper()];
    await world.write(dead.pid, 'busy', { sessionId: 'dead' });
    await dead.kill();
    await world.write(claude.pid, 'idle');
    world.open();
    await until(rows, { s1: 'idle' });
    expect(world.told.filter(({ session }) => session === 'dead')).toEqual([]);
  });

  it('before the window ends the row that spooled events made', async () => {
    const dead = world.sleeper();
    await world.write(dead.pid, 'busy');
    await dead.kill();
    world.open();
    world.hear(hook(Date.now() - 5000, 'UserPromptSubmit', { pid: dead.pid }));
    await until(rows, { s1: 'exited' });
  });

  it('ends the row that spooled events made without knowing its process', async () => {
    const dead = world.sleeper();
    world.open();
    world.hear(hook(Date.now() - 5000, 'UserPromptSubmit'));
    await world.write(dead.pid, 'busy', { procStart: '1' });
    await until(rows, { s1: 'exited' });
  });
});

describe('a process id', () => {
  it('that belongs to another process by now is no agent', async () => {
    const [reused, claude] = [world.sleeper(), world.sleeper()];
    await world.write(reused.pid, 'busy', { sessionId: 'former', procStart: '1' });
    await world.write(claude.pid, 'idle');
    world.open();
    await until(rows, { s1: 'idle' });
    expect(world.told.filter(({ session }) => session === 'former')).toEqual([]);
  });

  it('of another namespace says nothing, neither life nor death', async () => {
    const [there, here] = [world.sleeper(), world.sleeper()];
    await world.write(there.pid, 'busy', { pidDomain: 'linux:0:pid:[1]' });
    await world.write(here.pid, 'idle', { sessionId: 's2' });
    world.open();
    await until(rows, { s2: 'idle' });
    world.hear(hook(Date.now(), 'UserPromptSubmit', { pid: there.pid }));
    await there.kill();
    await here.kill();
    await until(rows, { s1: 'working', s2: 'exited' });
  });

  it('in a file of another name counts for nothing', async () => {
    const claude = world.sleeper();
    await world.write(claude.pid, 'idle');
    renameSync(world.file(claude.pid), world.file(claude.pid + 1));
    await world.write(claude.pid, 'idle', { sessionId: 's2' });
    world.open();
    await until(rows, { s2: 'idle' });
    expect(world.told.filter(({ session }) => session === 's1')).toEqual([]);
  });
});

describe('a conversation that goes on elsewhere', () => {
  it('is one row after /clear, and follows the new transcript', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
    await world.write(pid, 'idle', { sessionId: 's2' });
    await until(rows, { s2: 'idle' });
    world.record('user', 'Something new', {}, 's2');
    await until(() => world.facts('s2').firstPrompt, 'Something new');
    expect(rows()).not.toHaveProperty('s1');
  });

  it('comes back when it is resumed in the same process', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
    await world.write(pid, 'idle', { sessionId: 's2' });
    await until(rows, { s2: 'idle' });
    await world.write(pid, 'busy');
    await until(rows, { s1: 'working' });
  });

  it('comes back when it is resumed in another process', async () => {
    const [former, next] = [world.sleeper(), world.sleeper()];
    world.open();
    await world.write(former.pid, 'idle');
    await until(rows, { s1: 'idle' });
    rmSync(world.file(former.pid));
    await former.kill();
    await until(rows, {});
    await world.write(next.pid, 'busy');
    await until(rows, { s1: 'working' });
  });

  it('comes back after it was killed', async () => {
    const [former, next] = [world.sleeper(), world.sleeper()];
    world.open();
    await world.write(former.pid, 'busy');
    await until(rows, { s1: 'working' });
    await former.kill();
    await until(rows, { s1: 'exited' });
    await world.write(next.pid, 'idle');
    await until(rows, { s1: 'idle' });
  });

  it('is two rows when it is forked', async () => {
    const [first, fork] = [world.sleeper(), world.sleeper()];
    world.open();
    await world.write(first.pid, 'idle');
    await world.write(fork.pid, 'busy', { sessionId: 's2' });
    await until(
      () => Object.entries(rows()).sort(),
      [
        ['s1', 'idle'],
        ['s2', 'working'],
      ],
    );
  });
});

describe('the folders of Claude Code', () => {
  it('may come late, go, and come back', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
    renameSync(world.configDir, `${world.configDir}-away`);
    await world.write(pid, 'busy');
    await until(rows, { s1: 'working' });
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
  });

  it('hold keys that nobody opens, and junk that nobody minds', async () => {
    const { pid } = world.sleeper();
    await world.write(pid, 'idle');
    const sessions = dirname(world.file(pid));
    writeFileSync(join(sessions, `${pid}.abc.key`), await world.content(pid, 'busy', { sessionId: 'key' }));
    writeFileSync(join(sessions, 'x.json'), await world.content(pid, 'busy', { sessionId: 'x' }));
    writeFileSync(join(sessions, '1.json'), 'null');
    writeFileSync(join(sessions, '2.json'), 'x'.repeat(300_000));
    mkdirSync(join(sessions, '3.json'));
    world.open();
    await until(rows, { s1: 'idle' });
    await world.write(pid, 'busy');
    await until(rows, { s1: 'working' });
    expect(new Set(world.told.map(({ session }) => session))).toEqual(new Set(['s1']));
  });

  it('are read again when a file was half written', async () => {
    const { pid } = world.sleeper();
    world.open();
    await world.write(pid, 'idle');
    await until(rows, { s1: 'idle' });
    const content = await world.content(pid, 'busy');
    writeFileSync(world.file(pid), content);
    truncateSync(world.file(pid), 40);
    writeFileSync(world.file(pid), content);
    await until(rows, { s1: 'working' });
  });

  it('are left as they were', async () => {
    const { pid } = world.sleeper();
    await world.write(pid, 'idle');
    world.record('user', 'x');
    const listing = () => readdirSync(world.root, { recursive: true }).sort();
    const before = listing();
    world.open();
    await until(() => world.facts().firstPrompt, 'x');
    await world.close();
    expect(listing()).toEqual(before);
  });
});

describe('a window that closed', () => {
  it('watches nothing any more', async () => {
    const watched = () => process.getActiveResourcesInfo().filter((one) => one === 'FSEventWrap').length;
    // What the windows before this one watched goes in its own time.
    await until(watched, 0);
    const { pid } = world.sleeper();
    await world.write(pid, 'idle');
    world.open();
    await until(rows, { s1: 'idle' });
    await until(() => watched() > 0, true);
    await world.close();
    await until(watched, 0);
  });

  it('is told nothing any more', async () => {
    const claude = world.sleeper();
    world.open();
    await world.write(claude.pid, 'idle');
    await until(rows, { s1: 'idle' });
    await world.close();
    const heard = world.told.length;
    await world.write(claude.pid, 'busy');
    await claude.kill();
    // Another window on the same folder proves that there was something to hear.
    const other = new World(world.configDir);
    try {
      await world.write(world.sleeper().pid, 'busy', { sessionId: 's2' });
      other.open();
      await until(() => other.rows(), { s2: 'working' });
    } finally {
      await other.remove();
    }
    expect(world.told).toHaveLength(heard);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRun } from '../../../src/core/run/run.ts';
import { isAlive } from '../../../src/node/evidence/processTable.ts';
import { ExitFiles } from '../../../src/node/run/exitFiles.ts';
import { RunFiles } from '../../../src/node/run/runFiles.ts';
import { beckonHere } from '../../support/beckonHere.ts';
import { withinRights } from '../../support/ordinaryUser.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';
import { Sleeper } from '../programs/claudeCode/support.ts';
import { RunHouse, startOf, waiting } from '../run/runHouse.ts';
import { untilTrue } from '../run/support.ts';

let root: string;
let home: string;
let folder: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-run-')));
  [home, folder] = [join(root, 'beckon'), join(root, 'w')];
  mkdirSync(join(folder, '.agents'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs a command in the folder. */
const beckon = (...args: string[]) => beckonAt({ home }, ...args);
const beckonAt = ({ home: at }: Pick<RunHouse, 'home'>, ...args: string[]) =>
  beckonHere(args, { cwd: folder, env: { HOME: root, BECKON_HOME: at } });
/** Runs the shipped program there. */
const shipped = (...args: string[]) => shippedAt({ home }, ...args);
const shippedAt = ({ home: at }: Pick<RunHouse, 'home'>, ...args: string[]) =>
  runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args], {
    cwd: folder,
    env: { HOME: root, BECKON_HOME: at },
  });

/** The only run, as its file tells. */
const keptRun = async () => (await new RunFiles(home).all())[0]?.run;
const runbook = (text: string) => writeFileSync(join(folder, '.agents', 'runbook.yaml'), text);
const refused = (sentence: string, code = 1) => ({ code, out: '', err: `${sentence}\n` });

const mend = 'see that its folder is one that you can write to, with room on its disk';
const unkept = (code: string) =>
  `No run can be kept in ${join(home, 'runs')} (${code}); see that it is a folder that you can write to, with room on its disk.`;

describe('beckon run', () => {
  it('says that there is no runbook', async () => {
    expect(await beckon('run', 'a')).toEqual(
      refused(`beckon run: there is no .agents/runbook.yaml in ${folder}`),
    );
  });

  it('says that there is no such folder', async () => {
    expect(await beckon('run', 'a', '--workspace', 'none')).toEqual(
      refused("beckon run: there is no folder 'none'"),
    );
  });

  it('says what is wrong with the runbook, and where', async () => {
    runbook('agents:\n  a:\n    run: claude\n    rnu: x\n');
    const { code, err } = await beckon('run', 'a');
    expect(code).toBe(1);
    expect(err).toMatch(/^beckon run: \.agents\/runbook\.yaml:4:5: .*'rnu'/u);
  });

  it('says what the runbook has instead of an unknown name', async () => {
    runbook('agents: { a: { run: claude } }\npipelines: { p: { steps: [{ name: s, agent: a }] } }\n');
    expect(await beckon('run', 'b')).toEqual(refused("beckon run: the runbook names no 'b'; it has p, a"));
  });

  it('says that agents are not heard before the entries are installed', async () => {
    runbook('agents: { a: { run: "true" } }\n');
    expect(await beckon('run', 'a')).toEqual(
      refused("beckon run: Beckon is not set up to hear agents in this folder; run 'beckon install' first"),
    );
  });

  it('takes what a script starts for a program whose entries are there, and asks for none of another', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    expect((await shipped('install', '--agent', 'qwen-code')).code).toBe(0);
    expect(await shipped('run', 'a')).toEqual({ code: 0, out: '', err: 'beckon run: a is done\n' });
  });

  it('names the program whose entries are missing, also where its command is headless', async () => {
    runbook('agents: { a: { run: "codex exec hello", on_dead: done } }\n');
    expect((await shipped('run', 'a')).err).toMatch(/run 'beckon install --agent codex' first\n$/u);
  });

  it('says which file switches all hooks off, since nothing is heard then', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    await beckon('install');
    const file = join(folder, '.claude', 'settings.json');
    writeFileSync(file, '{"disableAllHooks": true}');
    const said = `${file} switches all hooks off; take "disableAllHooks" out of ${file}`;
    expect(await beckon('run', 'a')).toEqual(
      refused(`beckon run: Beckon is not set up to hear agents in this folder: ${said}`),
    );
    expect(await keptRun()).toBeUndefined();
    writeFileSync(file, '{"disableAllHooks": false}');
    expect(await beckon('run', 'a')).toMatchObject({ code: 0 });
  });

  it('says that the entries are gone that were installed', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    await beckon('install');
    writeFileSync(join(folder, '.claude', 'settings.local.json'), '{}');
    expect(await beckon('run', 'a')).toEqual(
      refused("beckon run: Beckon is not set up to hear agents in this folder; run 'beckon install' first"),
    );
  });

  it('does not mind in whose settings the entries are', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    expect((await shipped('install', '--scope', 'user')).code).toBe(0);
    expect(await shipped('run', 'a')).toEqual({ code: 0, out: '', err: 'beckon run: a is done\n' });
  });

  it('says where no run can be kept', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    await beckon('install');
    writeFileSync(join(home, 'runs'), '');
    expect(await beckon('run', 'a')).toEqual(refused(`beckon run: ${unkept('EEXIST')}`));
    expect(await beckon('runs')).toMatchObject({
      code: 1,
      err: `beckon runs: The runs in ${join(home, 'runs')} can't be read (ENOTDIR).\n`,
    });
  });

  it('starts nothing where its folder lets nothing be written', async () => {
    runbook('agents: { a: { run: "touch begun; true", on_dead: done } }\n');
    await beckon('install');
    mkdirSync(join(home, 'runs'));
    chmodSync(join(home, 'runs'), 0o500);
    const [program, ...args] = withinRights([ownNode, join(repository, 'dist/beckon.cjs'), 'run', 'a']);
    const env = { HOME: root, BECKON_HOME: home };
    expect(await runProgram(program, args, { cwd: folder, env })).toEqual(
      refused(`beckon run: ${unkept('EACCES')}`),
    );
    expect(existsSync(join(folder, 'begun'))).toBe(false);
    chmodSync(join(home, 'runs'), 0o700);
    expect(await beckon('run', 'a')).toMatchObject({ code: 0 });
    expect(readdirSync(join(home, 'runs'))).toEqual([expect.stringMatching(/^run-[0-9a-f]+\.json$/u)]);
  });

  it('says once that the run can be kept no longer, and goes on with it', async () => {
    // Whoever writes there makes the folder again.
    const spoils = 'until rm -rf "$BECKON_HOME/runs" && echo >"$BECKON_HOME/runs"; do :; done';
    runbook(
      `agents: { a: { run: '{ ${spoils}; } 2>/dev/null; exit 3; :', on_dead: { action: gate, run: "true" } } }\n`,
    );
    await beckon('install');
    const { code, err } = await beckon('run', 'a');
    // Which error it is depends on how far a write has got when the folder goes.
    const unwritten = new RegExp(
      `${join(home, 'runs')}/run-[0-9a-f]+\\.json \\((EEXIST|ENOENT|ENOTDIR)\\)`,
      'gu',
    );
    expect(err.replaceAll(unwritten, 'FILE').split('\n')).toEqual([
      `beckon run: The run can't be kept in FILE; ${mend}. It goes on, but others do not see how it stands.`,
      'beckon run: a is done',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('does what the runbook says about an agent that ends', async () => {
    runbook('agents: { a: { run: "false", on_dead: fail } }\n');
    await beckon('install');
    expect(await beckon('run', 'a')).toEqual(refused('beckon run: a failed: its agent ended'));
  });

  it('has a name of its own while another one of the same agent is known', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    await beckon('install');
    expect(await beckon('run', 'a')).toMatchObject({ err: 'beckon run: a is done\n' });
    expect(await beckon('run', 'a')).toMatchObject({ err: 'beckon run: a (2) is done\n' });
    const names = (await new RunFiles(home).all()).map(({ run }) => run.name);
    expect(names.toSorted()).toEqual(['a', 'a (2)']);
  });

  it('does not start a command again and again that cannot be run, and Ctrl+C cancels it', async () => {
    runbook('agents: { a: { run: no-such-command, on_dead: { action: resume, attempts: forever } } }\n');
    await beckon('install');
    const env = { PATH: process.env.PATH, HOME: root, BECKON_HOME: home };
    const program = spawn(ownNode, [join(repository, 'dist/beckon.cjs'), 'run', 'a'], { cwd: folder, env });
    let err = '';
    program.stderr.setEncoding('utf8').on('data', (chunk) => {
      err += chunk;
    });
    program.stdout.resume();
    const ended = once(program, 'close');
    await untilTrue(async () => (await keptRun())?.status === 'waiting');
    expect(await keptRun()).toMatchObject({ launches: 1, former: [] });
    expect((await keptRun())?.decision?.context).toMatch(/^The command ended at once \(exit code 127\)/u);
    program.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(err).toMatch(/beckon run: a failed: cancelled\n$/u);
  });

  it('resumes an agent that ends right after it said something', async () => {
    const emit = `"${ownNode}" "${join(repository, 'dist/beckon.cjs')}" emit agent:idle`;
    const ends = `if test -e first; then exit 0; fi; echo >first; ${emit}; exit 9`;
    runbook(`agents: { a: { run: sh -c '${ends}', on_idle: escalate, on_dead: resume } }\n`);
    await beckon('install');
    const program = spawn(ownNode, [join(repository, 'dist/beckon.cjs'), 'run', 'a'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: root, BECKON_HOME: home },
      stdio: 'ignore',
    });
    const ended = once(program, 'exit');
    const kept = async () => (await new RunFiles(home).all())[0]?.run;
    await untilTrue(async () => (await kept())?.decision?.source === 'dead');
    expect(await kept()).toMatchObject({ launches: 2 });
    program.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
  });

  it('starts no agent of a next step once it was cancelled', async () => {
    const emit = `"${ownNode}" "${join(repository, 'dist/beckon.cjs')}" emit agent:signal complete`;
    runbook(
      [
        'agents:',
        `  a: { run: sh -c '${emit}; sleep 600 & echo >first; wait' }`,
        "  b: { run: sh -c 'echo >>second; sleep 600 & wait' }",
        'pipelines: { p: { steps: [{ name: one, agent: a }, { name: two, agent: b }] } }\n',
      ].join('\n'),
    );
    await beckon('install');
    const env = { PATH: process.env.PATH, HOME: root, BECKON_HOME: home };
    const program = spawn(ownNode, [join(repository, 'dist/beckon.cjs'), 'run', 'p'], {
      cwd: folder,
      env,
      // Whoever still has it when the program is gone was left behind.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(program, 'close');
    program.stdout.resume();
    program.stderr.resume();
    await untilTrue(() => existsSync(join(folder, 'first')));
    await untilTrue(async () => (await keptRun())?.step === 1);
    program.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(existsSync(join(folder, 'second'))).toBe(false);
  });

  it.each([
    ['heeds', ''],
    ['does not heed', 'trap \\"\\" HUP; '],
  ])('ends as cancelled when its terminal is closed, with an agent that %s that', async (_, trap) => {
    runbook(`agents:\n  a: { run: "sh -c '${trap}echo $$ >pid; exec sleep 600'" }\n`);
    await beckon('install');
    const env = { PATH: process.env.PATH, HOME: root, BECKON_HOME: home, TERM: 'xterm' };
    const words = [ownNode, join(repository, 'dist/beckon.cjs'), 'run', 'a'];
    // Its other end goes with this program.
    const held = 'import pty, sys; pty.spawn(sys.argv[1:])';
    const terminal = spawn('python3', ['-c', held, ...words], { cwd: folder, env, stdio: 'ignore' });
    await untilTrue(() => existsSync(join(folder, 'pid')));
    const agent = async () => Number(await readFile(join(folder, 'pid'), 'utf8'));
    await untilTrue(async () => (await agent()) > 0);
    await untilTrue(async () => ((await keptRun())?.agent ?? '') !== '');
    terminal.kill('SIGKILL');
    await untilTrue(async () => (await keptRun())?.status === 'failed');
    expect([(await keptRun())?.reason, await isAlive(await agent())]).toEqual(['cancelled', false]);
    await untilTrue(() => readdirSync(join(home, 'windows')).length === 0);
  });

  it('that is asked to end twice ends its agent all the same', async () => {
    const slow = "trap 'until [ -e go ]; do sleep 0.01; done; exit' TERM";
    writeFileSync(join(folder, 'agent.sh'), `${slow}; echo >begun; while :; do sleep 0.01; done\n`);
    runbook('agents: { a: { run: sh agent.sh } }\n');
    await beckon('install');
    const env = { PATH: process.env.PATH, HOME: root, BECKON_HOME: home };
    const program = spawn(ownNode, [join(repository, 'dist/beckon.cjs'), 'run', 'a'], { cwd: folder, env });
    // Whoever still has its output when the program is gone was left behind.
    const ended = once(program, 'close');
    program.stdout.resume();
    program.stderr.resume();
    await untilTrue(() => existsSync(join(folder, 'begun')));
    await untilTrue(async () => ((await keptRun())?.agent ?? '') !== '');
    program.kill('SIGTERM');
    await untilTrue(async () => (await keptRun())?.pending?.kind === 'end');
    program.kill('SIGTERM');
    writeFileSync(join(folder, 'go'), '');
    expect(await ended).toEqual([1, null]);
    expect(await keptRun()).toMatchObject({ status: 'failed', reason: 'cancelled' });
  });

  it('is done where its agent says so, though that ends right after', async () => {
    const emit = `"${ownNode}" "${join(repository, 'dist/beckon.cjs')}" emit agent:signal complete`;
    runbook(`agents:\n  a:\n    run: sh -c '${emit}'\n    on_dead: fail\n`);
    await beckon('install');
    expect(await shipped('run', 'a')).toMatchObject({ code: 0, err: 'beckon run: a is done\n' });
  });

  it('leaves an agent of which nothing is heard the time to come to its end after it said so', async () => {
    const emit = `"${ownNode}" "${join(repository, 'dist/beckon.cjs')}" emit agent:signal complete`;
    const told = 'until grep -q done "$BECKON_HOME"/runs/*.json; do sleep 0.01; done';
    runbook(`agents:\n  a:\n    run: sh -c '${emit}; ${told}; echo >after'\n`);
    await beckon('install');
    expect(await shipped('run', 'a')).toMatchObject({ code: 0, err: 'beckon run: a is done\n' });
    expect(existsSync(join(folder, 'after'))).toBe(true);
  });

  it.each(['', 'junk', '-1', '1e3', '86401', '5s'])('takes no --grace of %j', async (grace) => {
    expect(await beckon('run', 'a', `--grace=${grace}`)).toMatchObject({ code: 2, out: '' });
  });

  it('wants one name', async () => {
    expect(await beckon('run')).toMatchObject({ code: 2 });
    expect(await beckon('run', 'a', 'b')).toMatchObject({ code: 2 });
  });
});

describe('beckon runs', () => {
  const plant = (id: string, text: string) => {
    mkdirSync(join(home, 'runs'), { recursive: true });
    writeFileSync(join(home, 'runs', `${id}.json`), text);
  };

  it('says that there are none', async () => {
    expect(await beckon('runs')).toEqual({ code: 0, out: 'No runs.\n', err: '' });
    expect(await beckon('runs', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
  });

  it('prints those first that wait, then those that go on, of each the newest first', async () => {
    const files = new RunFiles(home);
    const begun = (id: string, startedAt: number) => newRun(startOf({}, { id, startedAt }));
    const endedAt = Date.now();
    files.write({ ...begun('run-a', 1), status: 'done', endedAt }, 'a');
    files.write(begun('run-b', 2), 'a');
    files.write({ ...begun('run-c', 3), status: 'failed', endedAt }, 'a');
    files.write({ ...waiting('run-d'), startedAt: 4 }, 'a');
    files.write(begun('run-e', 5), 'a');
    const { out } = await beckon('runs', '--json');
    const told = (JSON.parse(out) as { run: string }[]).map(({ run }) => run);
    expect(told).toEqual(['run-d', 'run-e', 'run-b', 'run-c', 'run-a']);
  });

  it('prints those that ended in the last day, and the next run forgets the others', async () => {
    const day = 24 * 60 * 60 * 1000;
    const files = new RunFiles(home);
    const plan = (id: string, endedAt: number) =>
      files.write({ ...newRun(startOf({}, { id })), status: 'done', endedAt }, 'a');
    plan('run-new', Date.now() - day / 2);
    plan('run-old', Date.now() - 2 * day);
    expect(await beckon('runs')).toEqual({ code: 0, out: 'run-new  work is done  /w\n', err: '' });
    expect(JSON.parse((await beckon('runs', '--json')).out)).toHaveLength(1);
    expect(await files.all()).toHaveLength(2);
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    await beckon('install');
    await beckon('run', 'a');
    const left = (await files.all()).map(({ run }) => run.id);
    expect([left.length, left.includes('run-old')]).toEqual([2, false]);
  });

  it('prints what a run waits for, and how that is answered', async () => {
    const house = new RunHouse();
    try {
      house.files.write(waiting('run-a'), (await house.open()).id);
      expect(await shippedAt(house, 'runs')).toEqual({
        code: 0,
        out: 'run-a  work waits for you: It is idle.  /w\n  Answer with: beckon decide run-a done\n',
        err: '',
      });
      const { out } = await beckonAt(house, 'runs', '--json');
      const told = { run: 'run-a', status: 'waiting', supervised: true, decision: { id: 'run-a-1' } };
      expect(JSON.parse(out)).toMatchObject([told]);
    } finally {
      await house.leave();
    }
  });

  it('says when a run tries again', async () => {
    const house = new RunHouse();
    try {
      const dueAt = Date.now() + 4.99 * 60_000;
      const pending = { kind: 'cooldown', dueAt, trigger: 'on_error' } as const;
      house.files.write({ ...newRun(startOf({}, { id: 'run-a' })), pending }, (await house.open()).id);
      expect((await beckonAt(house, 'runs')).out).toBe('run-a  work tries again in 5m  /w\n');
      const { out } = await beckonAt(house, 'runs', '--json');
      expect(JSON.parse(out)).toMatchObject([{ status: 'running', triesAgainAt: dueAt }]);
    } finally {
      await house.leave();
    }
  });

  it('says that nobody supervises a run, and how it is ended then', async () => {
    const files = new RunFiles(home);
    files.write(waiting('run-a'), 'a');
    files.write(newRun(startOf({}, { id: 'run-b' })), 'a');
    files.write({ ...newRun(startOf({}, { id: 'run-c' })), status: 'done', endedAt: Date.now() }, 'a');
    const nobody = (id: string) =>
      '  Nothing supervises it right now. A VS Code window with its folder will.\n' +
      `  End it with: beckon decide ${id} cancel\n`;
    expect((await beckon('runs')).out).toBe(
      `run-a  work waits for you: It is idle.  /w\n${nobody('run-a')}` +
        `run-b  work is running  /w\n${nobody('run-b')}` +
        'run-c  work is done  /w\n',
    );
    const { out } = await beckon('runs', '--json');
    expect(JSON.parse(out)).toMatchObject([{ supervised: false }, { supervised: false }, { run: 'run-c' }]);
  });

  it('offers no answer to what is asked where no request waits for one', async () => {
    const house = new RunHouse();
    try {
      const there = await house.open();
      const agent = 'claude-code:s1';
      there.supervisor.begin(startOf({}, { id: 'run-a', agent, origin: 'supervised' }));
      house.tell('SessionStart', 's1');
      await untilTrue(() => there.hub.keeper.state.agents.has(agent));
      await beckonAt(house, 'emit', 'agent:prompt', '--agent', agent, '--type', 'permission');
      await untilTrue(async () => (await house.files.all())[0]?.run.decision !== undefined);
      expect((await beckonAt(house, 'runs')).out.split('\n').slice(1)).toEqual([
        "  Answer in the agent's own terminal, or with: beckon decide run-a cancel|dismiss",
        '',
      ]);
    } finally {
      await house.leave();
    }
  });

  it('says what the agent of a run asks, as the listener tells that heard it', async () => {
    const house = new RunHouse();
    try {
      const there = await house.open();
      there.supervisor.begin(startOf({}, { id: 'run-a', agent: 'claude-code:s1', origin: 'supervised' }));
      house.tell('SessionStart', 's1');
      const input = { tool_name: 'Bash', tool_input: { command: 'npm\u001b[2J test $(x)' } };
      const [relay] = house.tell('PermissionRequest', 's1', input, { waits: true });
      await relay?.until(() => relay.received.startsWith('HTTP/1.1 102'));
      await untilTrue(() => there.supervisor.runs[0]?.decision !== undefined);
      await untilTrue(async () => (await house.files.all())[0]?.run.decision !== undefined);
      expect((await beckonAt(house, 'runs')).out).toBe(
        'run-a  work waits for you: The agent wants to run: npm[2J test $(x)  /w\n' +
          '  Answer with: beckon decide run-a approve|deny|cancel|dismiss\n',
      );
    } finally {
      await house.leave();
    }
  });

  it('says which files it cannot read, and still prints the others', async () => {
    new RunFiles(home).write(waiting('run-a'), 'a');
    plant('run-b', '{"version":1,');
    plant('run-c', '{"version":2}');
    const { code, out, err } = await beckon('runs', '--json');
    expect([code, JSON.parse(out).length]).toEqual([1, 1]);
    expect(err).toMatch(/run-b\.json is damaged.*\n.*run-c\.json was written by a newer Beckon/u);
  });
});

describe('beckon emit agent:signal', () => {
  const escalate = (agent: string) => beckon('emit', 'agent:signal', '--agent', agent, 'escalate');

  it('says that nobody is known by an id without its program', async () => {
    expect(await escalate('s1')).toEqual(refused("beckon emit: no agent 's1' is known"));
  });

  it('says that several agents are', async () => {
    const files = new RunFiles(home);
    files.write(newRun(startOf({}, { id: 'run-a', agent: 'claude-code:s1' })), 'a');
    files.write(newRun(startOf({}, { id: 'run-b', agent: 'other:s1' })), 'a');
    files.write({ ...newRun(startOf({}, { id: 'run-c', agent: 'codex:s1' })), status: 'done' }, 'a');
    expect(await escalate('s1')).toEqual(
      refused("beckon emit: 's1' names more than one agent: claude-code:s1, other:s1"),
    );
  });

  it('takes the id of a session for the one agent that has it', async () => {
    const house = new RunHouse();
    try {
      const there = await house.open();
      there.supervisor.begin(startOf({}, { agent: 'claude-code:s1', origin: 'supervised' }));
      await untilTrue(async () => (await house.files.all()).length > 0);
      const said = await shippedAt(house, 'emit', 'agent:signal', '--agent', 's1', 'escalate');
      expect(said).toEqual({ code: 0, out: '', err: '' });
      await untilTrue(() => there.supervisor.runs[0]?.decision?.source === 'signal');
    } finally {
      await house.leave();
    }
  });
});

describe('beckon decide', () => {
  it('says that nobody supervises a run any more', async () => {
    new RunFiles(home).write(waiting('run-a'), 'a');
    expect(await shipped('decide', 'run-a', 'done')).toEqual(
      refused('beckon decide: nothing supervises this run; open its folder in VS Code, or cancel it'),
    );
  });

  it.each([
    ['run-a', waiting('run-a')],
    ['run-a-1', waiting('run-a')],
    ['run-', newRun(startOf({}, { id: 'run-a' }))],
  ])('ends a run that nobody supervises: %s cancel', async (word, run) => {
    new RunFiles(home).write(run, 'a');
    expect(await beckon('decide', word, 'cancel')).toEqual({ code: 0, out: '', err: '' });
    expect(await keptRun()).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect((await beckon('decide', word, 'cancel')).code).toBe(1);
  });

  it.each(['agent', 'person'] as const)('ends its agent too, but no shell of a person: %s', async (of) => {
    const run = { ...newRun(startOf({}, { id: 'run-a' })), launches: 1 };
    const shell = new Sleeper();
    try {
      new RunFiles(home).write(run, 'a');
      const exits = new ExitFiles(home);
      await exits.clear(run);
      await exits.keepShell(run, shell.pid, of);
      expect((await beckon('decide', 'run-a', 'cancel')).code).toBe(0);
      expect(await isAlive(shell.pid)).toBe(of === 'person');
    } finally {
      await shell.kill();
    }
  });

  it.each(['done', 'approve'])('says of what a run waited for earlier that it is over: %s', async (verb) => {
    const run = waiting('run-a');
    const decision = { ...run.decision, id: 'run-a-12' } as NonNullable<typeof run.decision>;
    new RunFiles(home).write({ ...run, decision }, 'a');
    expect(await beckon('decide', 'run-a-1', verb)).toEqual(refused('beckon decide: that is over'));
  });

  it('says that no such run waits', async () => {
    expect(await beckon('decide', 'run-a', 'nudge')).toEqual(
      refused("beckon decide: no run 'run-a' waits for a decision"),
    );
  });

  it.each(['nudge', 'approve'])('says of a run that does not wait that it does not: %s', async (verb) => {
    new RunFiles(home).write({ ...newRun(startOf({}, { id: 'run-a' })), status: 'done', endedAt: 1 }, 'a');
    expect(await beckon('decide', 'run-a', verb)).toEqual(
      refused("beckon decide: no run 'run-a' waits for a decision"),
    );
  });

  it.each(['done', 'approve'])('lists the runs that a word may mean: %s', async (verb) => {
    for (const id of ['run-a', 'run-b']) {
      new RunFiles(home).write(waiting(id), 'a');
    }
    expect(await beckon('decide', 'run-', verb)).toEqual(
      refused("beckon decide: 'run-' names more than one run: run-a, run-b"),
    );
  });

  it.each(['done', 'skip', 'cancel', 'dismiss'])('takes no text for nobody: %s', async (verb) => {
    expect(await beckon('decide', 'run-a', verb, '-m', 'x')).toEqual({
      code: 2,
      out: '',
      err: 'beckon decide: --message goes with deny, nudge and retry only\n',
    });
  });
});

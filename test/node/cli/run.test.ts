import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newRun } from '../../../src/core/run/run.ts';
import { RunFiles } from '../../../src/node/run/runFiles.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';
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

/** Runs the shipped command line in the folder. */
const beckon = (...args: string[]) =>
  runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args], {
    cwd: folder,
    env: { HOME: root, BECKON_HOME: home },
  });

const runbook = (text: string) => writeFileSync(join(folder, '.agents', 'runbook.yaml'), text);
const refused = (sentence: string, code = 1) => ({ code, out: '', err: `${sentence}\n` });

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
      refused("beckon run: agents in this folder are not heard; run 'beckon install' first"),
    );
  });

  it('does not mind in whose settings the entries are', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    expect((await beckon('install', '--scope', 'user')).code).toBe(0);
    expect(await beckon('run', 'a')).toEqual({ code: 0, out: '', err: 'beckon run: a is done\n' });
  });

  it('says where no run can be kept', async () => {
    runbook('agents: { a: { run: "true", on_dead: done } }\n');
    await beckon('install');
    writeFileSync(join(home, 'runs'), '');
    expect(await beckon('run', 'a')).toEqual(
      refused(`beckon run: No run can be kept in ${join(home, 'runs')} (EEXIST).`),
    );
    expect(await beckon('runs')).toMatchObject({
      code: 1,
      err: `beckon runs: The runs in ${join(home, 'runs')} cannot be read (ENOTDIR).\n`,
    });
  });

  it('does what the runbook says about an agent that ends', async () => {
    runbook('agents: { a: { run: "false", on_dead: fail } }\n');
    await beckon('install');
    expect(await beckon('run', 'a')).toEqual(refused('beckon run: a failed: exit'));
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
    const ended = once(program, 'exit');
    const kept = async () => (await new RunFiles(home).all())[0]?.run;
    await untilTrue(async () => (await kept())?.status === 'waiting');
    expect(await kept()).toMatchObject({ launches: 1, former: [] });
    expect((await kept())?.decision?.context).toMatch(/^The command ended at once \(exit code 127\)/u);
    program.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(err).toMatch(/beckon run: a failed: cancelled\n$/u);
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
    await untilTrue(async () => (await new RunFiles(home).all())[0]?.run.step === 1);
    program.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    expect(existsSync(join(folder, 'second'))).toBe(false);
  });

  it('is done where its agent says so, though that ends right after', async () => {
    const emit = `"${ownNode}" "${join(repository, 'dist/beckon.cjs')}" emit agent:signal complete`;
    runbook(`agents:\n  a:\n    run: sh -c '${emit}'\n    on_dead: fail\n`);
    await beckon('install');
    expect(await beckon('run', 'a')).toMatchObject({ code: 0, err: 'beckon run: a is done\n' });
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

  it('prints what a run waits for, and how that is answered', async () => {
    new RunFiles(home).write(waiting('run-a'), 'a');
    expect(await beckon('runs')).toEqual({
      code: 0,
      out: 'run-a  work waits for you: It is idle.  /w\n  Answer with: beckon decide run-a done\n',
      err: '',
    });
    const { out } = await beckon('runs', '--json');
    expect(JSON.parse(out)).toMatchObject([{ run: 'run-a', status: 'waiting', decision: { id: 'run-a-1' } }]);
  });

  it('says what the agent of a run asks, as the listener tells that heard it', async () => {
    const house = new RunHouse();
    try {
      const there = await house.open();
      there.supervisor.begin(startOf({}, { id: 'run-a', agent: 'claude-code:s1', origin: 'supervised' }));
      house.tell('SessionStart', 's1');
      const input = { tool_name: 'Bash', tool_input: { command: 'npm\u001b[2J test $(x)' } };
      house.tell('PermissionRequest', 's1', input, { waits: true });
      await untilTrue(() => there.supervisor.runs[0]?.decision !== undefined);
      await untilTrue(async () => (await house.files.all())[0]?.run.decision !== undefined);
      const said = await runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), 'runs'], {
        cwd: folder,
        env: { HOME: root, BECKON_HOME: house.home },
      });
      expect(said.out).toBe(
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
      const args = ['emit', 'agent:signal', '--agent', 's1', 'escalate'];
      const said = await runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args], {
        cwd: folder,
        env: { HOME: root, BECKON_HOME: house.home },
      });
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
    expect(await beckon('decide', 'run-a', 'done')).toEqual(
      refused('beckon decide: nobody supervises this run any more; open its folder in VS Code'),
    );
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
});

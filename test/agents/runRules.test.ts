import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { isAlive } from '../../tools/cache/isAlive.mjs';
import { ownNode } from '../support/runProgram.ts';
import { bash } from './support/modelScript.ts';
import { runIs, signals, startRun, writeRunbook, writeWork } from './support/runs.ts';
import { it, type Scene } from './support/scene.ts';
import { beckonProgram } from './support/serve.ts';
import { gate, until } from './support/until.ts';

const asks = [{ tools: [bash('touch made.txt')] }, { text: 'Made.' }];

describe('a gate at a permission of the real Claude Code', () => {
  const gated = (command: string) => `agents:
  ask:
    run: CLAUDE
    prompt: "Please play:ask"
    on_prompt: { action: gate, run: ${JSON.stringify(command)} }
    on_idle: done
`;

  it('asks a person where its command says no, with what it said', async ({ scene }) => {
    writeRunbook(scene, gated('echo It is Friday. >&2; exit 7'));
    scene.model.script('ask', asks);
    const terminal = await startRun(scene, 'ask');
    const { id: run, agent, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'gate', trigger: 'gate' });
    expect(decision?.context).toMatch(/exit code 7\n\nIt is Friday\.$/u);
    expect(scene.cage.has('made.txt')).toBe(false);
    await scene.held(agent);
    expect(await scene.beckon('decide', run, 'deny')).toMatchObject({ code: 0 });
    await runIs(scene, 'asks no more', (told) => told.decision === undefined);
    expect(await scene.beckon('decide', run, 'done')).toMatchObject({ code: 1 });
    await terminal.close();
    expect(scene.cage.has('made.txt')).toBe(false);
  });
});

describe('a permission outside of the folder of its run', () => {
  const library = ({ cage }: Scene) => {
    const lib = join(dirname(cage.workspace), 'lib');
    mkdirSync(lib);
    cage.trust(lib);
    return lib;
  };

  it('is given by a gate where the agent went there', async ({ scene }) => {
    const lib = library(scene);
    const run = "CLAUDE --add-dir ../lib --allowedTools 'Bash(cd:*)'";
    const rules = 'on_prompt: { action: gate, run: "true" }, on_idle: done';
    writeRunbook(scene, `agents:\n  ask: { run: "${run}", prompt: "Please play:ask", ${rules} }\n`);
    scene.model.script('ask', [{ tools: [bash(`cd ${lib}`)] }, ...asks]);
    await startRun(scene, 'ask');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(existsSync(join(lib, 'made.txt'))).toBe(true);
  });

  it('is given by a person where the agent was started there', async ({ scene }) => {
    const lib = library(scene);
    const run = 'cd ../lib && CLAUDE';
    writeRunbook(scene, `agents:\n  ask: { run: "${run}", prompt: "Please play:ask", on_idle: done }\n`);
    scene.model.script('ask', asks);
    await scene.beckon('install', '--scope', 'user');
    await scene.claude({ program: ownNode, args: [beckonProgram, 'run', 'ask'] });
    const waits = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(waits.decision).toMatchObject({ source: 'approval', trigger: 'prompt' });
    expect(existsSync(join(lib, 'made.txt'))).toBe(false);
    await scene.held(waits.agent);
    expect(await scene.beckon('decide', waits.id, 'approve')).toMatchObject({ code: 0 });
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(existsSync(join(lib, 'made.txt'))).toBe(true);
  });
});

describe('a gate at the end of a turn of the real Claude Code', () => {
  const gated = (command: string, timeout: string) => `agents:
  work:
    run: CLAUDE
    prompt: "Please play:work"
    on_idle: { action: gate, run: ${JSON.stringify(command)}, timeout: ${timeout} }
`;

  it('that takes too long is ended, and a person is asked', async ({ scene }) => {
    writeRunbook(scene, gated('echo $$ >gate.pid; echo Checking.; sleep 600', '5s'));
    scene.model.script('work', [{ text: 'Is that all?' }]);
    const terminal = await startRun(scene, 'work');
    const { id: run, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'gate', trigger: 'gate' });
    expect(decision?.context).toMatch(/\n\nChecking\.\nThe command was ended after 5 s\.$/u);
    const pid = Number(readFileSync(join(scene.cage.workspace, 'gate.pid'), 'utf8'));
    expect(isAlive(pid)).toBe(false);
    await scene.beckon('decide', run, 'skip');
    await terminal.sees(/beckon run: work is done/u);
  });
});

describe('a run of the real Claude Code that waits', () => {
  it('was asked to by its agent, and says why', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work" }\n');
    scene.model.script('work', [signals, { text: 'I asked.' }]);
    const terminal = await startRun(scene, 'work', 'escalate -m "Which of the two?"');
    const { id: run, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'signal', trigger: 'signal' });
    expect(decision?.context).toMatch(/^Which of the two\?/u);
    await terminal.sees(/I asked\./u);
    expect(await scene.beckon('decide', run, 'done')).toMatchObject({ code: 0 });
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });

  it('leaves the terminal to its agent: it rings, and writes only when the agent has gone', async ({
    scene,
  }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }]);
    const terminal = await startRun(scene, 'work');
    await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await until('the bell', () => terminal.bells() > 0);
    const [file = ''] = readdirSync(join(scene.cage.home, '.claude', 'sessions'));
    process.kill(Number.parseInt(file, 10), 'SIGKILL');
    await terminal.sees(/beckon run: work waits for you: The agent ended unexpectedly/u);
    expect(terminal.written().match(/waits for you/gu)).toHaveLength(1);
    const { id: run } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'dead');
    await scene.beckon('decide', run, 'cancel');
    await terminal.sees(/beckon run: work failed: cancelled/u);
  });

  it('asks no more when a person writes to its agent, also right after a nudge', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work" }\n');
    const hold = gate();
    scene.model.script('work', [{ text: 'One.' }, { text: 'Two.' }]);
    scene.model.script('again', [{ ...signals, before: hold }, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    await runIs(scene, 'waits', ({ decision }) => decision?.trigger === 'idle:exhausted');
    await terminal.submit('Please play:again');
    await runIs(scene, 'asks no more', ({ status, decision }) => status === 'running' && !decision);
    hold.open();
    await terminal.sees(/beckon run: work is done/u);
  });
});

describe('a run of the real Claude Code', () => {
  it('that met an error goes on where the rule for that error is to nudge it', async ({ scene }) => {
    const nudge = '{ match: rate_limited, action: nudge, message: "Please play:again" }';
    writeWork(scene, `on_error: [{ match: overloaded, action: fail }, ${nudge}]`);
    scene.model.script('work', [{ status: 429 }]);
    scene.model.script('again', [signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });

  it('that reaches nobody takes the rule for that', async ({ scene }) => {
    writeRunbook(
      scene,
      `agents:
  work:
    run: ANTHROPIC_BASE_URL=http://127.0.0.1:9 CLAUDE
    prompt: "Please play:work"
    on_error: [{ match: overloaded, action: escalate }, { match: no_internet, action: fail }]
`,
    );
    await startRun(scene, 'work');
    const { status, reason } = await runIs(scene, 'took a rule', (told) =>
      /failed|waiting/u.test(told.status),
    );
    expect({ status, reason }).toEqual({ status: 'failed', reason: 'no_internet' });
  });

  it('leaves the terminal as it was, though its agent was killed and had a shell around it', async ({
    scene,
  }) => {
    writeRunbook(
      scene,
      'agents:\n  work: { run: "true && CLAUDE", prompt: "Please play:work", on_idle: escalate, on_dead: fail }\n',
    );
    scene.model.script('work', [{ text: 'I wait.' }]);
    await scene.install();
    const script = 'stty -a >before; "$0" "$@"; echo $? >code; stty -a >after';
    const args = ['-c', script, ownNode, beckonProgram, 'run', 'work'];
    await scene.claude({ program: '/bin/sh', args });
    const [file = ''] = await until('a session file', () => {
      const folder = join(scene.cage.home, '.claude', 'sessions');
      const files = existsSync(folder) ? readdirSync(folder) : [];
      return files.length > 0 && files;
    });
    process.kill(Number.parseInt(file, 10), 'SIGKILL');
    await until('the end', () => scene.cage.has('after'));
    const read = (name: string) => readFileSync(join(scene.cage.workspace, name), 'utf8');
    expect(read('code')).toBe('1\n');
    await until('the modes', () => read('after') === read('before'));
  });

  it.for([
    ['as the documents have it', 'CLAUDE --allowedTools "Bash(beckon emit:*)"'],
    [
      'behind a command that goes on in another line',
      `cd . && \\\n        CLAUDE --allowedTools 'Bash(beckon emit:*)'`,
    ],
  ])('says that it is done %s', async ([, command], { scene }) => {
    writeRunbook(
      scene,
      `agents:
  build:
    run: |
      ${command}
    prompt: "Please play:build"
`,
    );
    const says = { tools: [bash('beckon emit agent:signal complete')] };
    scene.model.script('build', [{ text: 'Written.' }, says, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'build');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    await terminal.sees(/beckon run: build is done/u);
  });
});

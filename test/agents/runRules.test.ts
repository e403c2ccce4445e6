import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { isAlive } from '../../tools/cache/isAlive.mjs';
import { ownNode } from '../support/runProgram.ts';
import { bash } from './support/modelScript.ts';
import { pendingOf, runIs, signals, startRun, writeRunbook, writeWork } from './support/runs.ts';
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

  it('gives it where its command exits with 0', async ({ scene }) => {
    writeRunbook(scene, gated('test ! -e made.txt'));
    scene.model.script('ask', asks);
    await startRun(scene, 'ask');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('asks a person where its command says no, with what it said', async ({ scene }) => {
    writeRunbook(scene, gated('echo It is Friday. >&2; exit 7'));
    scene.model.script('ask', asks);
    const terminal = await startRun(scene, 'ask');
    const { run, agent, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
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
    await scene.held(waits.agent);
    expect(await scene.beckon('decide', waits.run, 'approve')).toMatchObject({ code: 0 });
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
    writeRunbook(scene, gated('echo $$ >gate.pid; echo Checking.; sleep 600', '1s'));
    scene.model.script('work', [{ text: 'Is that all?' }]);
    const terminal = await startRun(scene, 'work');
    const { run, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'gate', trigger: 'gate' });
    expect(decision?.context).toMatch(/\n\nChecking\.\nThe command was ended after 1 s\.$/u);
    const pid = Number(readFileSync(join(scene.cage.workspace, 'gate.pid'), 'utf8'));
    expect(isAlive(pid)).toBe(false);
    await scene.beckon('decide', run, 'skip');
    await terminal.sees(/beckon run: work is done/u);
  });

  it('that writes more than a megabyte is heard to its end', async ({ scene }) => {
    writeRunbook(scene, gated('yes 0123456789 | head -c 1500000; echo; echo The end.; exit 3', '30s'));
    scene.model.script('work', [{ text: 'Is that all?' }]);
    const terminal = await startRun(scene, 'work');
    const { run, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision?.context).toMatch(/exit code 3\n\n[\d\n]+The end\.$/u);
    expect(decision?.context.length).toBeLessThan(5000);
    await scene.beckon('decide', run, 'cancel');
    await terminal.sees(/beckon run: work failed: cancelled/u);
  });
});

describe('a run of the real Claude Code that waits', () => {
  it('goes on with what a person says to it', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    const { run, agent } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    expect(await scene.beckon('decide', run, 'nudge', '-m', 'Now say it.')).toMatchObject({ code: 0 });
    expect(await runIs(scene, 'is done', ({ status }) => status === 'done')).toMatchObject({ agent });
    expect(await scene.model.asked('work', 1)).toMatch(/Now say it\./u);
  });

  it('was asked to by its agent, and says why', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work" }\n');
    scene.model.script('work', [signals, { text: 'I asked.' }]);
    const terminal = await startRun(scene, 'work', 'escalate -m "Which of the two?"');
    const { run, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
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
    const { run } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'dead');
    await scene.beckon('decide', run, 'cancel');
    await terminal.sees(/beckon run: work failed: cancelled/u);
  });

  it('goes on when its agent says that it does', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: done }\n');
    const hold = gate();
    scene.model.script('work', [{ ...signals, before: hold }, { text: 'I went on.' }]);
    const terminal = await startRun(scene, 'work', 'continue');
    await scene.model.asked('work');
    const { agent } = await runIs(scene, 'has an agent', (told) => told.agent !== '');
    await scene.beckon('emit', 'agent:signal', '--agent', agent, 'escalate', '-m', 'Which one?');
    await runIs(scene, 'waits', ({ decision }) => decision?.source === 'signal');
    hold.open();
    await terminal.sees(/beckon run: work is done/u);
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

  it('has tried what the runbook says as often as it may', async ({ scene }) => {
    writeRunbook(
      scene,
      'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: { action: nudge, attempts: 2 } }\n',
    );
    scene.model.script('work', [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const terminal = await startRun(scene, 'work');
    const { agent, decision } = await runIs(scene, 'waits', ({ status }) => status === 'waiting');
    expect(decision).toMatchObject({ source: 'idle', trigger: 'idle:exhausted' });
    await terminal.sees(/Three\./u);
    // From outside of the agent; it always wins.
    await scene.beckon('emit', 'agent:signal', '--agent', agent, 'complete');
    await terminal.sees(/beckon run: work is done/u);
  });
});

describe('a run of the real Claude Code', () => {
  it('that met an error goes on where the rule is to nudge it', async ({ scene }) => {
    writeWork(scene, 'on_error: { action: nudge, message: "Please play:again" }');
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
      const files = readdirSync(join(scene.cage.home, '.claude', 'sessions'));
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

describe('a nudge that ends the real Claude Code to resume it', () => {
  it('waits while a person types, also when its cooldown is over', async ({ scene }) => {
    writeWork(scene, 'on_idle: { action: nudge, attempts: 3, cooldown: 6s, message: "More." }');
    scene.model.script('work', [{ text: 'Turn 1.' }, { text: 'Turn 2.' }]);
    const terminal = await startRun(scene, 'work', 'complete', ['--grace', '600']);
    await terminal.sees(/Turn 2\./u);
    terminal.type('Half a thought');
    const shown = () => /❯\sHalf a thought(x?)\b/u.exec(terminal.screen())?.[1];
    let wanted = '';
    await until('a wait for the grace', async () => {
      // A letter, and backspace, each when the other is seen: a long line is wrapped, and keys that come together mean something else.
      if (shown() === wanted) {
        wanted = wanted === '' ? 'x' : '';
        terminal.type(wanted || '\u007f');
      }
      const pending = await pendingOf(scene);
      return pending?.kind === 'cooldown' && pending.dueAt > Date.now() + 300_000;
    });
    await until('the half thought', () => shown() === wanted, { instead: terminal.screen });
  });

  it('is not given while it shows a dialog that the person opened', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }, signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    const { run } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await terminal.submit('/model');
    await terminal.sees(/Select model/u);
    const sessions = join(scene.cage.home, '.claude', 'sessions');
    const told = () => readdirSync(sessions).map((name) => readFileSync(join(sessions, name), 'utf8'));
    await until('word of the dialog', () => told().some((one) => one.includes('"waiting"')));
    await scene.beckon('decide', run, 'nudge', '-m', 'Now say it.');
    await runIs(
      scene,
      'waits again',
      ({ decision }) => decision?.context.includes('a dialog: close') ?? false,
    );
    await terminal.sees(/Select model/u);
    terminal.press('escape');
    await until('the end of the dialog', () => told().every((one) => !one.includes('"waiting"')));
    await scene.beckon('decide', run, 'nudge', '-m', 'Now say it.');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });

  const onLinux = it.runIf(process.platform === 'linux'); // only Linux tells of the input of others
  onLinux('is not given while an editor that it opened has the terminal', async ({ scene }) => {
    const editor = join(scene.cage.home, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho The editor is open.\nread line\n', { mode: 0o755 });
    const run = `EDITOR='${editor}' VISUAL='${editor}' CLAUDE`;
    writeRunbook(
      scene,
      `agents:\n  work: { run: "${run}", prompt: "Please play:work", on_idle: escalate }\n`,
    );
    scene.model.script('work', [{ text: 'I wait.' }]);
    const terminal = await startRun(scene, 'work');
    const { run: id } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    terminal.type('\u0007');
    await terminal.sees(/The editor is open\./u);
    await scene.beckon('decide', id, 'nudge', '-m', 'Now say it.');
    await runIs(
      scene,
      'waits again',
      ({ decision }) => decision?.context.includes('has opened a program') ?? false,
    );
  });
});

describe('a signal from inside of the real Claude Code', () => {
  it('is that of its run also after /clear', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }]);
    scene.model.script('again', [signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    const { agent: first } = await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await terminal.submit('/clear');
    // What is typed before that is over is lost, or becomes a part of it.
    await runIs(scene, 'follows its agent', ({ agent }) => agent !== first);
    await terminal.submit('Please play:again');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });

  it('is that of its run also after /resume of another conversation', async ({ scene }) => {
    scene.model.script('other', [{ text: 'I am another one.' }]);
    const other = '11111111-2222-4333-8444-555555555555';
    const { ended } = scene.headless('Please play:other', { args: ['--session-id', other] });
    expect(await ended).toMatchObject({ code: 0 });
    writeRunbook(scene, 'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", on_idle: escalate }\n');
    scene.model.script('work', [{ text: 'I wait.' }]);
    scene.model.script('again', [signals, { text: 'That was all.' }]);
    const terminal = await startRun(scene, 'work');
    await runIs(scene, 'waits', ({ decision }) => decision?.source === 'idle');
    await terminal.submit(`/resume ${other}`);
    // What is typed before that is over is lost, or becomes a part of it.
    await runIs(scene, 'follows its agent', ({ agent }) => agent === `claude-code:${other}`);
    await terminal.submit('Please play:again');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });

  it('is that of its run also where Beckon could not say which id to take', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: true && CLAUDE, prompt: "Please play:work" }\n');
    scene.model.script('work', [{ text: 'I have thought about it.' }, signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });
});

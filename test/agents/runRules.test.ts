import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { isAlive } from '../../tools/cache/isAlive.mjs';
import { withoutGit } from '../../tools/cache/withoutGit.mjs';
import { ownNode } from '../support/runProgram.ts';
import { bash } from './support/modelScript.ts';
import { runIs, signals, startRun, writeRunbook } from './support/runs.ts';
import { it } from './support/scene.ts';
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
    writeRunbook(
      scene,
      `agents:
  work:
    run: CLAUDE
    prompt: "Please play:work"
    on_error: { action: nudge, message: "Please play:again" }
`,
    );
    scene.model.script('work', [{ status: 429 }]);
    scene.model.script('again', [signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
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

  it('says that it is done as the documents have it', async ({ scene }) => {
    writeRunbook(
      scene,
      `agents:
  build:
    run: >-
      CLAUDE --allowedTools "Bash(beckon emit:*)"
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

describe('a step with a worktree', () => {
  it('runs on a branch of its own, beside the checkout, and is heard there', async ({ scene }) => {
    const { workspace } = scene.cage;
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-C', workspace, ...args], { encoding: 'utf8', env: withoutGit() });
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'first');
    writeRunbook(
      scene,
      'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", worktree: true, on_idle: done }\n',
    );
    scene.model.script('work', [{ text: 'I am here.' }]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(git('worktree', 'list')).toMatch(/\.work-work\s+\S+ \[beckon\/work-work\]/u);
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

  it('is that of its run also where Beckon could not say which id to take', async ({ scene }) => {
    writeRunbook(scene, 'agents:\n  work: { run: true && CLAUDE, prompt: "Please play:work" }\n');
    scene.model.script('work', [{ text: 'I have thought about it.' }, signals, { text: 'That was all.' }]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
  });
});

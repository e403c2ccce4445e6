import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beckonHere } from '../../support/beckonHere.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

const payload = '{"session_id":"s1","hook_event_name":"Stop"}';
const quiet = { code: 0, out: '', err: '' };
let root: string;
let program: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'beckon-around-'));
  // A person without a name may not look into the repository.
  chmodSync(root, 0o755);
  program = join(root, 'beckon.cjs');
  cpSync(join(repository, 'dist/beckon.cjs'), program);
  chmodSync(program, 0o644);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs the shipped command line where a shell brought it to. */
const inShell = (script: string, args: readonly string[], input = payload) =>
  runProgram('/bin/sh', ['-c', `${script}; exec "$0" "$@"`, ownNode, program, ...args], { input, cwd: root });

describe('where the surroundings are broken', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['a full path that cannot be made', 'export BECKON_HOME=/proc/nope'],
    ['a deeper path that cannot be made', 'export BECKON_HOME=/proc/nope/deeper/.beckon'],
    ['a path from a folder that is gone', 'mkdir gone && cd gone && rmdir ../gone; export BECKON_HOME=here'],
  ];

  it.each(cases)('a hook ends, silently and well: %s', async (_, script) => {
    expect(await inShell(script, ['agent', 'hook', 'stop'])).toEqual(quiet);
    expect(await inShell(script, ['agent', 'hook', 'PreToolUse'])).toEqual(quiet);
  });

  it('a relay without bash ends, silently and well, in a home that cannot be made', async () => {
    const relay = join(repository, 'dist/relay.cjs');
    for (const home of ['/proc/nope', '/proc/nope/.beckon']) {
      const run = [relay, join(home, 'bin/claude-code'), 'Stop'];
      expect(await runProgram(ownNode, run, { input: payload })).toEqual(quiet);
    }
  });

  it('a hook ends, silently and well, for a person without a home, whom other commands tell', async () => {
    // Only an administrator can be a person the system does not know; for others it is played.
    const homeless = join(root, 'homeless.cjs');
    writeFileSync(homeless, "require('node:os').homedir = () => { throw new Error('ENOENT'); };");
    const call =
      process.getuid?.() === 0
        ? ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups', ownNode, program]
        : [ownNode, '--require', homeless, program];
    const run = (...args: string[]) =>
      runProgram('/usr/bin/env', ['-u', 'HOME', ...call, ...args], { input: payload, cwd: root });
    expect(await run('agent', 'hook', 'stop')).toEqual(quiet);
    expect(await run('agents')).toEqual({
      code: 1,
      out: '',
      err: 'beckon: no home directory: set HOME or BECKON_HOME\n',
    });
  });

  it('other commands say in one line that the current folder is gone', async () => {
    const gone = `export HOME=${root}; mkdir gone && cd gone && rmdir ../gone`;
    for (const command of ['install', 'doctor', 'uninstall']) {
      expect(await inShell(gone, [command])).toEqual({
        code: 1,
        out: '',
        err: `beckon ${command}: the current folder no longer exists; give --workspace\n`,
      });
    }
    expect(await inShell(`${gone}; export BECKON_HOME=here`, ['agents'])).toMatchObject({
      code: 1,
      err: 'beckon: the current folder no longer exists: give BECKON_HOME as a full path\n',
    });
    expect(await inShell('export BECKON_HOME=/proc/nope', ['install'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^beckon install: [^\n]+\n$/u),
    });
  });
});

describe('a command that waits for its input', () => {
  it('ends when it is asked to', async () => {
    // Tells when the program reads, which is after everything it does about signals.
    const telling = join(root, 'telling.cjs');
    writeFileSync(
      telling,
      "const { on } = process.stdin; process.stdin.on = function (...args) { process.stdout.write('.'); return on.apply(this, args); };",
    );
    const child = spawn(ownNode, ['--require', telling, program, 'agent', 'hook', 'stop'], {
      env: { HOME: root },
      stdio: ['pipe', 'pipe', 'ignore'],
      cwd: root,
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });
});

describe('beckon agent and beckon emit', () => {
  const beckon = (args: readonly string[], input = payload, env: Readonly<Record<string, string>> = {}) =>
    beckonHere(args, { input, cwd: root, env: { HOME: root, ...env } });
  const spooled = () => {
    const folder = join(root, '.beckon/spool');
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  };

  it('without the word hook says how it is called, as a mistake', async () => {
    const usage = { code: 2, out: '', err: 'usage: beckon agent hook EVENT\n' };
    expect(await beckon(['agent'])).toEqual(usage);
    expect(await beckon(['agent', 'hok'])).toEqual(usage);
  });

  it('takes a payload behind a byte order mark', async () => {
    expect(await beckon(['agent', 'hook', 'stop'], `\uFEFF${payload}`)).toEqual(quiet);
    expect(spooled()).toEqual([expect.stringContaining('s1')]);
  });

  it('takes an empty BECKON_AGENT for one that is not set', async () => {
    const unset = { BECKON_AGENT: '', CLAUDE_CODE_SESSION_ID: '' };
    expect(await beckon(['emit', 'agent:signal', 'complete'], payload, unset)).toEqual({
      code: 2,
      out: '',
      err: 'beckon emit: --agent is missing\n',
    });
    expect(await beckon(['agent', 'hook', 'stop'], payload, unset)).toEqual(quiet);
    expect(await beckon(['agent', 'hook', 'stop'], '{}', unset)).toEqual(quiet);
    expect(spooled()).toEqual([expect.stringContaining('s1')]);
  });

  it('knows the Claude Code it runs in, also where that inherited what Beckon called another one', async () => {
    const inside = { BECKON_AGENT: '', CLAUDE_CODE_SESSION_ID: 'inner' };
    const complete = ['emit', 'agent:signal', 'complete'];
    expect(await beckon(complete, '', inside)).toEqual(quiet);
    expect(await beckon(complete, '', { ...inside, BECKON_AGENT: 'claude-code:outer' })).toEqual(quiet);
    expect(spooled().map((text) => JSON.parse(text.slice(text.indexOf('{'))).agent_id)).toEqual([
      'claude-code:inner',
      'claude-code:inner',
    ]);
  });

  it('says nothing where an id looks like a call for help', async () => {
    expect(await beckon(['agent', 'hook', 'stop', '--agent-id', '-h'])).toEqual(quiet);
  });

  it('takes empty words and words that look like options', async () => {
    const emit = (...args: string[]) => beckon(['emit', ...args, '--agent', 'claude-code:a']);
    expect(await emit('agent:prompt', '--type', '')).toEqual(quiet);
    expect(await emit('agent:signal', 'complete', '-m', '')).toEqual(quiet);
    expect(await emit('agent:signal', 'complete', '-m', '-h')).toEqual(quiet);
    expect(spooled().map((text) => JSON.parse(text.slice(text.indexOf('{'))))).toEqual([
      expect.objectContaining({ prompt_type: 'other' }),
      expect.objectContaining({ message: '' }),
      expect.objectContaining({ message: '-h' }),
    ]);
  });
});

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookFindings } from '../../../src/core/findings/hookFindings.ts';
import { hookTemplates } from '../../../src/core/hookfile/hookTemplates.ts';
import { readHookLog } from '../../../src/node/hooks/hookLog.ts';
import { surroundingsOf } from '../../../src/node/hooks/surroundingsOf.ts';
import { beckonHere } from '../../support/beckonHere.ts';
import { hangMs } from '../../support/hangMs.ts';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

let root: string;
let workspace: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-hooks-')));
  workspace = join(root, 'ws');
  mkdirSync(workspace);
  env = { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), BECKON_HOME: join(root, 'beckon') };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs a command in the workspace. */
const hooks = (...args: readonly string[]) => given('', ...args);
const given = (input: string, ...args: readonly string[]) =>
  beckonHere(['hooks', ...args], { cwd: workspace, env, input });
/** Runs the shipped program there. */
const shipped = (input: string, ...args: readonly string[]) =>
  runProgram(ownNode, [join(repository, 'dist/beckon.cjs'), ...args], { cwd: workspace, env, input });

const own = () => join(root, 'home', '.config', 'agents', 'hooks');
const project = () => join(workspace, '.agents', 'hooks');

function writeHook(place: string, name: string, keys: string, script: string): string {
  const folder = join(place, name);
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'HOOK.md'), `---\nname: ${name}\ndescription: A hook\n${keys}\n---\n`);
  writeFileSync(join(folder, 'scripts', 'run.sh'), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, 'scripts', 'run.sh'), 0o755);
  return folder;
}

const triggerAlias =
  "Beckon shows this trigger as 'before_tool'. Both names mean the same. (hook.trigger-alias)";
const event = JSON.stringify({ session_id: 's', tool_name: 'Bash', tool_input: { command: 'make all' } });
/** What the listener takes of a payload that was cut off; here nothing cuts one off. */
const halfEvent =
  '{"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"comm';
const run = async (trigger = 'before_tool', input = event) => {
  const { code, out } = await given(input, 'run', '--trigger', trigger);
  return { code, ...JSON.parse(out) };
};
/** Hooks in the background are run by another process of the shipped program. */
const runShipped = async () => {
  const { code, out } = await shipped(event, 'hooks', 'run', '--trigger', 'before_tool');
  return { code, ...JSON.parse(out) };
};

/** Waits until a hook in the background is over: it must not outlive its test. */
const logged = (name: string) =>
  expect
    .poll(() => readHookLog(join(root, 'beckon'), join(own(), name)), { timeout: hangMs })
    .toHaveLength(1);

describe('the shipped program', () => {
  it('makes, checks, lists, allows, runs and denies a hook, and runs it for an agent', async () => {
    const made = join(project(), 'mine');
    const payload = JSON.stringify({ ...JSON.parse(event), cwd: workspace });
    expect((await shipped('', 'hooks', 'new', 'mine', '--scope', 'project')).code).toBe(0);
    writeHook(project(), 'mine', 'trigger: pre-tool-call', 'echo "Not now" >&2; exit 2');
    const valid = {
      code: 0,
      out: `${made}/HOOK.md:4:10: hint: ${triggerAlias}\n${made}/HOOK.md: can be run\n`,
      err: '',
    };
    expect(await shipped('', 'hooks', 'validate', made)).toEqual(valid);
    expect((await shipped('', 'hooks', 'allow', 'mine')).code).toBe(0);
    expect((await shipped('', 'hooks', 'list')).out).toMatch(/^mine · .* · project · runs$/mu);
    const run = await shipped(event, 'hooks', 'run', '--trigger', 'before_tool');
    expect([run.code, JSON.parse(run.out)]).toMatchObject([1, { decision: 'deny', reason: 'Not now' }]);
    expect((await shipped(payload, 'agent', 'hook', 'PreToolUse')).out).toContain('Not now');
    expect((await shipped('', 'hooks', 'deny', 'mine')).code).toBe(0);
    expect(await shipped(payload, 'agent', 'hook', 'PreToolUse')).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('beckon hooks list and validate', () => {
  it('say what programs in use cannot do with a hook: those with entries', async () => {
    const folder = writeHook(own(), 'note', 'trigger: after_tool_failure', 'true');
    await shipped('', 'install', '--agent', 'claude-code');
    expect((await shipped('', 'hooks', 'list')).out).toMatch(/^note .* · runs\n$/u);
    await shipped('', 'install', '--agent', 'codex');
    const message = "Codex can't run this hook: it doesn't report when a tool has failed.";
    expect((await shipped('', 'hooks', 'list')).out).toMatch(/^note .* · runs\n {2}Codex can't run .*\n$/u);
    expect(JSON.parse((await shipped('', 'hooks', 'list', '--json')).out).hooks).toMatchObject([
      { name: 'note', standing: 'runs', limits: [{ cannot: 'run', programs: ['codex'], message }] },
    ]);
    const { code, out } = await shipped('', 'hooks', 'validate', folder);
    expect([code, out]).toEqual([
      0,
      `${folder}/HOOK.md:4:10: information: ${message} (hook.program-limit)\n${folder}/HOOK.md: can be run\n`,
    ]);
  });
});

describe('docs/hooks.md', () => {
  it('has a first hook that works when it is copied', async () => {
    const [, script = ''] =
      /```sh\n(.*?)```/su.exec(readFileSync(join(repository, 'docs/hooks.md'), 'utf8')) ?? [];
    const beckon = join(root, 'bin', 'beckon');
    mkdirSync(join(root, 'bin'));
    writeFileSync(beckon, `#!/bin/sh\nexec '${ownNode}' '${join(repository, 'dist/beckon.cjs')}' "$@"\n`);
    chmodSync(beckon, 0o755);
    const { out, err } = await runProgram('sh', ['-c', script], {
      cwd: workspace,
      env: { ...env, PATH: `${join(root, 'bin')}:${env.PATH}` },
    });
    expect(err).toBe('');
    expect(out).toMatch(
      /^\S+no-deploy\/HOOK\.md: no problems\nno-deploy: denied: Production is deployed by people\.\n/u,
    );
  });
});

describe('beckon hooks run', () => {
  it('prints what is decided and what ran, and exits 0 or 1', async () => {
    writeHook(own(), 'first', 'trigger: before_tool\npriority: 5', 'exit 0');
    expect(await run()).toEqual({
      code: 0,
      decision: 'allow',
      ran: [{ name: 'first', exit: 0, ms: expect.any(Number), outcome: 'passed' }],
    });
    writeHook(own(), 'second', 'trigger: pre-tool-call', 'echo "Not now" >&2; exit 2');
    expect(await run()).toEqual({
      code: 1,
      decision: 'deny',
      reason: 'Not now',
      ran: [{ name: 'second', exit: 2, ms: expect.any(Number), outcome: 'denied', stderr: 'Not now' }],
    });
  });

  it('counts a verdict that cannot be read as failed, there, in the log and for the view', async () => {
    writeHook(own(), 'chatty', 'trigger: before_tool', `echo Looking; echo '{"decision": "deny"}'`);
    writeHook(own(), 'typo', 'trigger: before_tool', `echo '{"decision": "Deny"}'`);
    const reasons = ['wrote something else than a JSON object', 'decided "Deny", not allow, deny or ask'];
    expect(await run()).toMatchObject({
      code: 0,
      decision: 'allow',
      ran: [
        { name: 'chatty', outcome: 'failed', exit: 0, reason: reasons[0] },
        { name: 'typo', outcome: 'failed', exit: 0, reason: reasons[1] },
      ],
    });
    const { out } = await hooks('log', 'chatty');
    expect(out).toMatch(/^chatty: 1 run: 1 failed\n\n.*\n {4}wrote something else.*\n {4}Looking\n/u);
  });

  it('tries one hook on a made-up event that its matcher matches', async () => {
    writeHook(
      own(),
      'guard',
      "trigger: pre-tool-call\nmatcher: { tool: Shell, pattern: 'deploy.*prod' }",
      'echo Not to production >&2; exit 2',
    );
    const { code, out, err } = await hooks('run', '--sample', 'guard');
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(
      /^guard: denied: Not to production\n\nEvent {5}before_tool \(sample\)\nMatcher {3}matches\n/u,
    );
    expect(out).toContain(`Folder    ${workspace}\n`);
    const json = await hooks('run', '--sample', 'guard', '--json');
    expect([json.code, JSON.parse(json.out)]).toMatchObject([
      1,
      { decision: 'deny', reason: 'Not to production', ran: [{ name: 'guard', outcome: 'denied', exit: 2 }] },
    ]);
    expect((await hooks('log', 'guard')).out).toContain('a sample');
  });

  it('tries no hook that is not run for agents', async () => {
    writeHook(project(), 'theirs', 'trigger: before_tool', `touch "${root}/ran"`);
    expect(await hooks('run', '--sample', 'theirs')).toEqual({
      code: 1,
      out: '',
      err: "beckon hooks run: 'theirs' is not run: allow it first\n",
    });
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });

  it('gives each script what the one before it made of the input', async () => {
    writeHook(
      own(),
      'a',
      'trigger: before_tool\npriority: 900',
      `echo '{"modified_input": {"command": "two"}}'`,
    );
    writeHook(
      own(),
      'b',
      "trigger: before_tool\nmatcher: { tool: Shell, pattern: '^two$' }",
      `grep -q '"command": "two"' && echo '{"modified_input": {"command": "three"}, "additional_context": "b was here"}'`,
    );
    expect(await run()).toMatchObject({
      modified_input: { command: 'three' },
      additional_context: 'b was here',
      ran: [{ name: 'a' }, { name: 'b' }],
    });
  });

  it('gives a script the event in the words of the format, in the folder of the event', async () => {
    writeHook(
      own(),
      'see',
      'trigger: pre-session',
      'pwd >"$BECKON_HOOK_DIR/pwd"; cat >"$BECKON_HOOK_DIR/event"',
    );
    await run('session_start', JSON.stringify({ session_id: 's', work_dir: root, model: 'm' }));
    const read = (file: string) => runProgram('cat', [join(own(), 'see', file)]);
    expect((await read('pwd')).out).toBe(`${root}\n`);
    expect((await read('event')).out).toMatch(
      /^\{"event_type": "pre-session", "timestamp": "[^"]+", "session_id": "s", "work_dir": "[^"]+", "model": "m", "context": \{\}\}\n$/u,
    );
  });

  it('runs no hook for a tool where the event names none', async () => {
    writeHook(own(), 'every', 'trigger: before_tool', 'exit 0');
    writeHook(own(), 'shell', 'trigger: before_tool\nmatcher: { tool: Shell }', 'exit 2');
    expect(await run('before_tool', '{"session_id": "s"}')).toMatchObject({
      code: 0,
      ran: [{ name: 'every' }],
    });
  });

  it('says which hook of yours another of its name has replaced', async () => {
    writeHook(own(), 'both', 'trigger: before_tool', 'exit 2');
    writeHook(own(), 'other', 'trigger: after_tool', 'exit 2');
    writeHook(project(), 'both', 'trigger: before_tool', 'exit 0');
    writeHook(project(), 'other', 'trigger: after_tool', 'exit 0');
    await hooks('allow', 'both');
    await hooks('allow', 'other');
    expect(await run()).toMatchObject({
      code: 0,
      ran: [{ name: 'both', outcome: 'passed' }],
      not_run: [{ name: 'both', standing: 'replaced' }],
    });
    expect((await run()).not_run).toHaveLength(1);
  });

  it('names the broken guards among those that are not run', async () => {
    writeHook(own(), 'typo', 'trigger: before_tool\nmatcher: { tool: "*" }', 'exit 2');
    writeHook(own(), 'odd', 'trigger: before_tol', 'exit 2');
    writeHook(own(), 'other', 'trigger: before_stop\ntimeout: 1', 'exit 2');
    expect((await run()).not_run).toEqual([
      { name: 'odd', standing: 'invalid' },
      { name: 'typo', standing: 'invalid' },
    ]);
  });

  it('runs no hook of a workspace that nobody allowed, and says so', async () => {
    writeHook(project(), 'theirs', 'trigger: before_tool', `touch "${root}/ran"`);
    expect(await run()).toMatchObject({
      code: 0,
      ran: [],
      not_run: [{ name: 'theirs', standing: 'untrusted' }],
    });
    expect(existsSync(join(root, 'ran'))).toBe(false);
    expect((await hooks('allow', 'theirs')).code).toBe(0);
    expect(await run()).toMatchObject({ ran: [{ name: 'theirs', outcome: 'passed' }] });
    expect((await hooks('deny', 'theirs')).code).toBe(0);
    expect(await run()).toMatchObject({ ran: [], not_run: [{ standing: 'denied' }] });
  });

  it('has hooks in the background start, and waits for none', async () => {
    writeHook(own(), 'later', 'trigger: before_tool\nasync: true', `touch "${root}/ran"; exit 2`);
    expect(await runShipped()).toMatchObject({ code: 0, decision: 'allow', ran: [{ outcome: 'started' }] });
    await expect.poll(() => existsSync(join(root, 'ran')), { timeout: hangMs }).toBe(true);
    await logged('later');
  });

  it.each([
    [['run'], event, '--trigger is one of'],
    [['run', '--trigger', 'sometime'], event, '--trigger is one of'],
    [['run', '--trigger', 'before_tool'], 'no JSON', 'give the event as a JSON object'],
    [['run', '--trigger', 'before_tool'], '', 'give the event as a JSON object'],
    [['run', '--trigger', 'before_tool'], '[1]', 'give the event as a JSON object'],
    [['run', '--trigger', 'before_tool'], 'null', 'give the event as a JSON object'],
    [['run', '--trigger', 'before_tool'], `${event} {}`, 'give the event as a JSON object'],
    [['run', '--trigger', 'before_tool'], halfEvent, 'give the event as a JSON object'],
    [['run', '--trigger', 'before_tool', '--workspace', 'nowhere'], event, "there is no folder 'nowhere'"],
    [['run', '--sample'], '', '--sample needs a value'],
    [['run', 'guard', '--trigger', 'before_tool'], event, "unexpected 'guard'"],
    [['sing'], '', 'usage: beckon hooks'],
    [[], '', 'usage: beckon hooks'],
  ])('is refused with a sentence: %j', async (args, input, sentence) => {
    expect(await given(input, ...args)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(sentence),
    });
  });
});

describe('beckon agent hook', () => {
  const agent = (name: string, payload: string) =>
    beckonHere(['agent', 'hook', name], { cwd: workspace, env, input: payload });

  it.each([
    ['PreToolUse', 'before_tool'],
    ['PostToolUse', 'after_tool'],
  ])('runs the hooks at %s however deep the payload is', async (name, trigger) => {
    writeHook(own(), 'deep', `trigger: ${trigger}`, 'echo seen >&2; exit 2');
    const depth = 20_000;
    const input = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    // How deep it may be depends on the stack of the program.
    const { code, out } = await shipped(
      `{"session_id":"s","cwd":"${workspace}","tool_name":"X","tool_input":{"a":${input}}}`,
      'agent',
      'hook',
      name,
    );
    expect([code, out]).toEqual([0, expect.stringContaining('seen')]);
  });

  it.each([
    ['names no folder', {}, "ran in the hook's own folder: the event names none"],
    [
      'names a folder that is gone',
      { cwd: '/nowhere' },
      "ran in the hook's own folder: there is no folder /nowhere",
    ],
  ])('holds with your own guard where the event %s, and logs that', async (_, cwd, log) => {
    const folder = writeHook(own(), 'guard', 'trigger: before_tool', 'pwd >&2; exit 2');
    const { out } = await agent('PreToolUse', JSON.stringify({ ...JSON.parse(event), ...cwd }));
    expect(JSON.parse(out).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: folder,
    });
    expect(await readHookLog(join(root, 'beckon'), folder)).toMatchObject([{ outcome: 'denied', log }]);
  });

  it('says what hooks say however deep the input is that one of them makes', async () => {
    writeHook(own(), 'asks', 'trigger: before_tool\npriority: 900', `echo '{"decision": "ask"}'`);
    const deep = `python3 -c "n=20000; print('{\\"modified_input\\": ' + '{\\"a\\":' * n + '1' + '}' * n + '}')"`;
    writeHook(own(), 'deep', 'trigger: before_tool', deep);
    const { code, out } = await shipped(
      `{"session_id":"s","cwd":"${workspace}","tool_name":"Bash","tool_input":{"command":"x"}}`,
      'agent',
      'hook',
      'PreToolUse',
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/"permissionDecision": ?"ask"/u)]);
    const run = await shipped(event, 'hooks', 'run', '--trigger', 'before_tool');
    expect(run).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^\{"decision": ?"ask"/u) });
  });

  it('tells a gate how many steps the turn has, from the transcript', async () => {
    writeHook(own(), 'gate', 'trigger: before_stop', 'cat >&2; exit 2');
    const transcript = join(root, 'transcript.jsonl');
    const record = (type: string, message: unknown) =>
      JSON.stringify({ type, uuid: type, timestamp: '2026-01-15T10:30:00.000Z', sessionId: 's', message });
    const [asks, says] = [
      record('user', { content: 'Go' }),
      record('assistant', { id: 'a', model: 'm', content: [] }),
    ];
    writeFileSync(transcript, `${asks}\n${says}\n${asks}\n${says}\n`);
    const stop = { session_id: 's', cwd: workspace, transcript_path: transcript };
    const { out } = await agent('Stop', JSON.stringify(stop));
    expect(JSON.parse(JSON.parse(out).reason)).toMatchObject({ event_type: 'before_stop', step_count: 1 });
    const missing = await agent('Stop', JSON.stringify({ ...stop, transcript_path: '/nowhere' }));
    expect(JSON.parse(JSON.parse(missing.out).reason)).not.toHaveProperty('step_count');
  });

  it('holds a turn three times, also where others hold it in between', async () => {
    writeHook(own(), 'never', 'trigger: before_stop', 'exit 2');
    const stop = async (active: boolean) =>
      (await agent('Stop', JSON.stringify({ session_id: 's', cwd: workspace, stop_hook_active: active }))).out
        .length > 0;
    const turn = async (stops: number) => {
      const held: boolean[] = [];
      for (let at = 0; at < stops; at += 1) {
        held.push(await stop(at > 0));
      }
      return held;
    };
    expect(await turn(6)).toEqual([true, true, true, false, false, false]);
    expect(await turn(2)).toEqual([true, true]);
    expect(await turn(4)).toEqual([true, true, true, false]);
  });

  it.each([[], ['--agent-id', 'a1']])('holds a turn at stop as at Stop: %j', async (...who) => {
    writeHook(own(), 'never', 'trigger: before_stop', 'echo "Not yet" >&2; exit 2');
    const input = JSON.stringify({ session_id: 's', cwd: workspace });
    const held = await beckonHere(['agent', 'hook', 'stop', ...who], { cwd: workspace, env, input });
    expect(held).toEqual(await agent('Stop', input));
    expect(held.out).toContain('Not yet');
  });

  it('counts how often a turn was held over what let it go on', async () => {
    writeHook(own(), 'once', 'trigger: before_stop', `[ -e "${root}/pass" ] || exit 2`);
    const stop = async (active: boolean) =>
      (await agent('Stop', JSON.stringify({ session_id: 's', cwd: workspace, stop_hook_active: active }))).out
        .length > 0;
    expect([await stop(false), await stop(true)]).toEqual([true, true]);
    writeFileSync(join(root, 'pass'), '');
    expect(await stop(true)).toBe(false);
    rmSync(join(root, 'pass'));
    expect([await stop(true), await stop(true)]).toEqual([true, false]);
  });
});

describe('beckon hooks', () => {
  it.each(hookTemplates)(
    'makes $id without a problem where it is meant for, and lists it',
    async ({ id, scope }) => {
      const folder = join(scope === 'user' ? own() : project(), 'mine');
      expect(await hooks('new', 'mine', '--from', id)).toMatchObject({ code: 0, err: '' });
      const out = `${join(folder, 'HOOK.md')}: no problems\n`;
      expect(await hooks('validate', folder)).toEqual({ code: 0, out, err: '' });
      const standing = scope === 'user' ? 'runs' : 'not run: allow it first';
      const list = new RegExp(
        `^mine · \\S+ · priority \\d+ · ${scope}( · in the background)? · ${standing}\\n$`,
        'u',
      );
      expect((await hooks('list')).out).toMatch(list);
      const again = await hooks('new', 'mine', '--from', id);
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
    },
  );

  it('marks the events at which something is to run, and takes the marks away again', async () => {
    const isClaudes = (name: string) => name.startsWith('claude-code.');
    const active = () =>
      readdirSync(join(root, 'beckon', 'active'))
        .filter(isClaudes)
        .sort();
    await hooks('new', 'mine', '--from', 'block-prod-deploy');
    expect(active()).toEqual(['claude-code.PreToolUse', 'claude-code.SessionStart']);
    rmSync(join(own(), 'mine'), { recursive: true });
    await hooks('list');
    expect(existsSync(join(root, 'beckon', 'active'))).toBe(false);
  });

  it.each([['run', '--trigger', 'before_tool'], ['list']])(
    'marks the events of hooks that were made by hand: %s',
    async (...args) => {
      writeHook(own(), 'mine', 'trigger: before_tool', 'exit 0');
      await given(event, ...args);
      expect(readdirSync(join(root, 'beckon', 'active'))).toContain('claude-code.PreToolUse');
    },
  );

  it('validates by file or by folder, with places', async () => {
    const folder = writeHook(project(), 'broken', 'trigger: before_tol\ntimeout: 5', 'exit 0');
    const lines = (file: string) => [
      `${file}:4:10: error: Write 'before_tool' instead of 'before_tol'; there is no such trigger. (hook.unknown-trigger)`,
      `${file}:5:10: error: Give 'timeout' a whole number from 100 to 600000. (hook.timeout-range)`,
    ];
    for (const path of ['.agents/hooks/broken', '.agents/hooks/broken/HOOK.md']) {
      const { code, out } = await hooks('validate', path);
      expect([code, out.trim().split('\n')]).toEqual([1, lines('.agents/hooks/broken/HOOK.md')]);
    }
    const json = await hooks('validate', folder, '--json');
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, problems: [{ severity: 'error' }, {}] });
    expect(await hooks('validate', 'nowhere')).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    [
      'an async hook that blocks',
      'trigger: before_tool\nasync: true',
      'exit 2',
      0,
      'warning',
      'async-blocks',
    ],
    ['a broken matcher', "trigger: before_tool\nmatcher: { tool: '*' }", '', 1, 'error', 'regex'],
    ['a missing script', 'trigger: before_tool', undefined, 1, 'error', 'no-script'],
    ['a missing program', 'trigger: before_tool', '#!/nowhere/sh', 1, 'error', 'no-interpreter'],
  ])('validates as the editor does: %s', async (_, keys, script, code, severity, problem) => {
    const folder = writeHook(own(), 'mine', keys, script ?? '');
    if (script === undefined) {
      rmSync(join(folder, 'scripts'), { recursive: true });
    } else if (script.startsWith('#!')) {
      writeFileSync(join(folder, 'scripts', 'run.sh'), script);
    }
    const lines = await hooks('validate', folder);
    expect(lines.code).toBe(code);
    expect(lines.out).toMatch(
      new RegExp(`HOOK\\.md:\\d+:\\d+: ${severity}: .* \\(hook\\.${problem}\\)\\n`, 'u'),
    );
    const { ok, problems } = JSON.parse((await hooks('validate', folder, '--json')).out);
    expect([ok, problems]).toMatchObject([code === 0, [{ severity, code: `hook.${problem}` }]]);
    const around = await surroundingsOf(join(folder, 'HOOK.md'), {
      home: env.BECKON_HOME ?? '',
      env,
      workspaces: [],
    });
    const text = readFileSync(join(folder, 'HOOK.md'), 'utf8');
    expect(hookFindings(text, around).map(({ message }) => message)).toEqual(
      problems.map(({ message }: { message: string }) => message),
    );
  });

  it('never says that a hook runs that cannot, and marks those in the background', async () => {
    rmSync(join(writeHook(own(), 'bare', 'trigger: before_tool', ''), 'scripts'), { recursive: true });
    writeHook(own(), 'later', 'trigger: before_tool\nasync: true', '');
    const { out } = await hooks('list');
    expect(out).toMatch(
      /^bare · .* · user · not run: it has no script\n {2}Add a script .* \(hook\.no-script\)$/mu,
    );
    expect(out).toMatch(/^later · .* · user · in the background · runs$/mu);
  });

  it('says the same of a hook whose script cannot be started in words, as JSON, and when it would run', async () => {
    rmSync(join(writeHook(own(), 'bare', 'trigger: before_tool', ''), 'scripts'), { recursive: true });
    const script = join(writeHook(own(), 'lost', 'trigger: before_tool', ''), 'scripts/run.sh');
    writeFileSync(script, '#!/nowhere/interpreter\n');
    const { out } = await hooks('list');
    expect(out).toMatch(/^bare · .* · not run: it has no script$/mu);
    expect(out).toMatch(/^lost · .* · not run: the program of its script is missing$/mu);
    const { hooks: listed } = JSON.parse((await hooks('list', '--json')).out);
    expect(listed).toMatchObject([
      { name: 'bare', standing: 'invalid', problems: [{ code: 'hook.no-script' }] },
      { name: 'lost', standing: 'invalid', problems: [{ code: 'hook.no-interpreter' }] },
    ]);
    writeHook(own(), 'later', 'trigger: before_tool\nasync: true', '');
    rmSync(join(own(), 'later', 'scripts'), { recursive: true });
    expect(await run()).toMatchObject({
      ran: [{ name: 'lost', outcome: 'failed', reason: expect.stringContaining('could not be started') }],
      not_run: [
        { name: 'bare', standing: 'invalid' },
        { name: 'later', standing: 'invalid' },
      ],
    });
    const [entry] = await readHookLog(join(root, 'beckon'), join(own(), 'later'));
    expect(entry).toMatchObject({ outcome: 'failed', reason: 'has no script to run' });
  });

  it('lists in the order of execution, with what is not run and why', async () => {
    writeHook(own(), 'low', 'trigger: before_tool\npriority: 1', '');
    writeHook(own(), 'both', 'trigger: before_tool', '');
    writeHook(project(), 'both', 'trigger: before_tool', '');
    writeHook(project(), 'broken', 'trigger: never', '');
    const { out } = await hooks('list', '--json');
    expect(JSON.parse(out).hooks).toMatchObject([
      { name: 'both', scope: 'user', standing: 'runs' },
      { name: 'low', scope: 'user', standing: 'runs' },
      { name: 'both', scope: 'project', standing: 'untrusted' },
      { scope: 'project', standing: 'invalid', problems: [{ code: 'hook.unknown-trigger' }] },
    ]);
    // Nobody's hook is switched off by one that is not run itself.
    await hooks('allow', 'both', '--workspace', workspace);
    expect(JSON.parse((await hooks('list', '--json')).out).hooks).toMatchObject([
      { name: 'both', scope: 'project', standing: 'runs' },
      { name: 'low', scope: 'user', standing: 'runs' },
      {
        name: 'both',
        scope: 'user',
        standing: 'replaced',
        problems: [
          {
            code: 'hook.overridden',
            severity: 'warning',
            message: "Give the hook another name to run both; 'both' of the workspace is run instead.",
          },
        ],
      },
      { standing: 'invalid' },
    ]);
    expect((await hooks('list')).out).toContain(
      [
        'both · before_tool · priority 100 · user · not run: replaced by another hook of this name',
        "  Give the hook another name to run both; 'both' of the workspace is run instead. (hook.overridden)",
      ].join('\n'),
    );
  });

  it('prints the log of each hook in a line, and of one in full', async () => {
    writeHook(own(), 'quiet', 'trigger: after_tool', '');
    writeHook(own(), 'guard', 'trigger: before_tool', 'echo No >&2; exit 2');
    writeHook(project(), 'broken', 'trigger: never', '');
    await run();
    await run();
    const lines = (await hooks('log')).out.trim().split('\n');
    expect(lines.toSorted()).toEqual([
      'broken · project · not run yet',
      'guard · user · 2 runs: 2 denied',
      'quiet · user · not run yet',
    ]);
    expect((await hooks('log', 'guard')).out).toMatch(
      /^guard: 2 runs: 2 denied\n(\n.* · exit 2 · .*\n {4}No\n){2}$/u,
    );
    expect(JSON.parse((await hooks('log', 'guard', '--json')).out)).toMatchObject({
      hooks: [{ name: 'guard', scope: 'user', counts: { denied: 2 }, runs: [{ exit: 2 }, { reason: 'No' }] }],
    });
  });

  it.each([
    ['allow', 'nobody'],
    ['deny', 'nobody'],
    ['log', 'nobody'],
    ['run', '--sample', 'nobody'],
  ])('cannot %s a hook that is not there', async (...args) => {
    expect(await hooks(...args)).toMatchObject({ code: 1, err: expect.stringContaining("no hook 'nobody'") });
  });

  it.each(['123', '007', '1e3', '0x1f', '2026-01-15', 'true', 'null', 'on'])(
    'makes a hook of the name %s',
    async (name) => {
      expect(await hooks('new', name)).toMatchObject({ code: 0, err: '' });
      expect(await hooks('validate', join(own(), name))).toMatchObject({ code: 0, err: '' });
      expect((await hooks('deny', name)).code).toBe(0);
    },
  );

  it('allows one of yours again that cannot be compared, unless it is to approve', async () => {
    const folder = writeHook(own(), 'linked', 'trigger: before_tool', 'exit 2');
    symlinkSync('/etc/hostname', join(folder, 'link'));
    expect((await hooks('deny', 'linked')).code).toBe(0);
    expect((await hooks('allow', 'linked', '--may-approve')).code).toBe(1);
    expect((await hooks('allow', 'linked')).code).toBe(0);
    expect(await run()).toMatchObject({ code: 1, ran: [{ name: 'linked' }] });
  });

  it('says that agents do not hear of hooks where the marks cannot be made', async () => {
    writeFileSync(join(root, 'beckon'), '');
    writeHook(own(), 'mine', 'trigger: before_tool', 'exit 2');
    const { code, err, out } = await hooks('list');
    expect([code, out]).toEqual([0, expect.stringMatching(/^mine/u)]);
    expect(err).toMatch(/^beckon hooks list: .*active cannot be written, so no agent runs these hooks/u);
  });

  it('lists those in the background behind those that agents wait for', async () => {
    writeHook(own(), 'later', 'trigger: before_tool\nasync: true\npriority: 999', 'exit 0');
    writeHook(own(), 'first', 'trigger: before_tool\npriority: 1', 'exit 0');
    expect((await hooks('list')).out).toMatch(/^first .*\nlater /u);
    expect((await runShipped()).ran.map(({ name }: { name: string }) => name)).toEqual(['first', 'later']);
    await logged('later');
  });

  it('says that one that may approve has changed, and approves no more', async () => {
    const folder = writeHook(own(), 'yes', 'trigger: before_tool', `echo '{"decision": "allow"}'`);
    await hooks('allow', 'yes', '--may-approve');
    expect((await hooks('list')).out).toMatch(/ · runs, can auto-approve$/mu);
    writeFileSync(join(folder, 'more'), '');
    expect((await hooks('list')).out).toMatch(/ · runs; it changed, so it can no longer auto-approve$/mu);
    expect(await run()).toMatchObject({ decision: 'allow', ran: [{ outcome: 'passed' }] });
  });

  it('reaches your own hook beside one of the workspace by its scope', async () => {
    writeHook(own(), 'both', 'trigger: before_tool', 'exit 2');
    writeHook(project(), 'both', 'trigger: before_tool', 'exit 0');
    expect((await hooks('deny', 'both', '--scope', 'user')).code).toBe(0);
    expect(await run()).toMatchObject({
      not_run: [
        { name: 'both', standing: 'denied' },
        { name: 'both', standing: 'untrusted' },
      ],
    });
    expect(await hooks('deny', 'none', '--scope', 'project')).toMatchObject({ code: 1 });
  });

  describe('in a folder with hooks below a trusted one', () => {
    const sub = () => join(workspace, 'sub');
    const there = (...args: readonly string[]) => beckonHere(['hooks', ...args], { cwd: sub(), env });

    beforeEach(async () => {
      writeHook(project(), 'top', 'trigger: before_tool', 'exit 2');
      await hooks('allow', 'top');
      writeHook(join(sub(), '.agents', 'hooks'), 'mine', 'trigger: before_tool', 'exit 0');
    });

    it('shows both, and which are run', async () => {
      const { out } = await there('list');
      expect(out).toMatch(/^top · .* · project · runs$/mu);
      expect(out).toMatch(/^mine · .* · project · not run: allow it first$/mu);
      const { hooks: listed } = JSON.parse((await there('list', '--json')).out);
      expect(listed.map(({ name }: { name: string }) => name)).toEqual(['top', 'mine']);
    });

    it('allows the one that is named, whichever of them has it', async () => {
      expect((await there('deny', 'top')).code).toBe(0);
      expect((await there('allow', 'mine')).code).toBe(0);
      expect((await there('list')).out).toMatch(/^mine · .* · project · runs$/mu);
      expect((await there('allow', 'none')).code).toBe(1);
    });

    it('makes a new one there', async () => {
      expect((await there('new', 'fresh', '--scope', 'project')).code).toBe(0);
      expect(existsSync(join(sub(), '.agents', 'hooks', 'fresh', 'HOOK.md'))).toBe(true);
    });
  });

  it('takes a name in its one form, however it is typed', async () => {
    const { out } = await hooks('new', 'ﬁx２', '--scope', 'project');
    expect(out).toBe(
      `Created ${join(project(), 'fix2', 'HOOK.md')}.\n'beckon hooks allow fix2' lets it run.\n`,
    );
    expect((await hooks('allow', 'fix2')).code).toBe(0);
    expect((await hooks('deny', 'ﬁx２')).out).toMatch(/^fix2 in .* will no longer run\.\n$/u);
    expect(JSON.parse((await hooks('list', '--json')).out).hooks).toMatchObject([
      { name: 'fix2', standing: 'denied', problems: [] },
    ]);
  });

  it('tells what it did as one line of JSON', async () => {
    const told = async (...args: readonly string[]) => {
      const { code, out, err } = await hooks(...args, '--json');
      expect([code, err, out.match(/\n/gu)?.length]).toEqual([0, '', 1]);
      return JSON.parse(out);
    };
    const folder = join(project(), 'mine');
    const [file, script] = [join(folder, 'HOOK.md'), join(folder, 'scripts', 'run.sh')];
    const is = { ok: true, name: 'mine', scope: 'project' };
    expect(await told('new', 'mine', '--scope', 'project')).toEqual({ ...is, file, script });
    expect(existsSync(script)).toBe(true);
    expect(await told('allow', 'mine')).toEqual({ ...is, folder, allowed: true, may_approve: false });
    expect(await told('allow', 'mine', '--may-approve')).toMatchObject({ may_approve: true });
    expect(await told('deny', 'mine')).toEqual({ ...is, folder, allowed: false, may_approve: false });
  });

  it.each([
    [['new', 'A'], 2, "'A' can't be its name; this one has capital letters"],
    [['new', 'a', '--workspace', 'nowhere'], 1, "there is no folder 'nowhere'"],
    [['new', 'a', '--scope', 'mine'], 2, "--scope is one of user, project, not 'mine'"],
    [['new'], 2, 'NAME is missing'],
    [['allow', 'nobody'], 1, "there is no hook 'nobody'; 'beckon hooks list' shows them"],
    [['deny', 'nobody'], 1, "there is no hook 'nobody'; 'beckon hooks list' shows them"],
    [
      ['deny', 'a', '--may-approve'],
      2,
      "unknown option '--may-approve'; 'beckon hooks deny --help' lists them",
    ],
  ])('tells a refusal as JSON too: %j', async (args, code, error) => {
    const refused = await hooks(...args, '--json');
    expect(refused).toEqual({
      code,
      out: `${JSON.stringify({ ok: false, error })}\n`,
      err: `beckon hooks ${args[0]}: ${error}\n`,
    });
    expect(await hooks(...args)).toEqual({ ...refused, out: '' });
  });

  it('takes --json behind -- for a name', async () => {
    expect(await hooks('new', '--', '--json')).toMatchObject({ code: 2, out: '' });
  });

  it('makes no hook of a bad name', async () => {
    expect(await hooks('new', '../up')).toMatchObject({ code: 2, out: '' });
    expect(existsSync(own())).toBe(false);
  });
});

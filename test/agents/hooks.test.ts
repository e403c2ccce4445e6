import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash } from './support/modelScript.ts';
import { runIs, signals, startRun, writeRunbook } from './support/runs.ts';
import type { Scene } from './support/scene.ts';
import { it } from './support/scene.ts';
import { type Gate, gate, until } from './support/until.ts';
import { ownHook, writeHook } from './support/writeHook.ts';

const over = { text: 'The turn is over.' };

/** Puts a program of this name into the folder where an agent that plays looks first. */
function program({ cage }: Scene, name: string, shell: string): void {
  mkdirSync(join(cage.home, 'bin'), { recursive: true });
  writeFileSync(join(cage.home, 'bin', name), `#!/bin/sh\n${shell}\n`, { mode: 0o755 });
}

/** Runs Claude to its end with the model's script of this name. */
async function play(scene: Scene, name: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: `${join(scene.cage.home, 'bin')}:${scene.cage.env.PATH}` };
  const { code, out } = await scene.headless(`Please play:${name}`, { args, env }).ended;
  expect(code).toBe(0);
  return out;
}

/** Opens once this is in the transcript, which Claude Code writes a little late. */
function whenWritten({ cage }: Scene, text: string): Gate {
  const projects = join(cage.home, '.claude', 'projects');
  const isWritten = () =>
    readdirSync(projects, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .some((name) => readFileSync(join(projects, name), 'utf8').includes(`${text}"`));
  return {
    get opened() {
      return until(`"${text}" in the transcript`, isWritten).then(() => {});
    },
    open: () => {},
  };
}

describe('the patterns hooks are made for, with the real Claude Code', () => {
  const names = [
    'block-dangerous-commands',
    'auto-format-python',
    'block-prod-deploy',
    'audit-log',
    'enforce-tests',
  ];

  it('block, let pass, format, log and keep from stopping in one session', async ({ scene }) => {
    const { workspace, home } = scene.cage;
    program(scene, 'rm', `echo "$@" >>"${workspace}/rm.log"`);
    program(scene, 'deploy', `touch "${workspace}/deployed"`);
    program(scene, 'black', 'for file; do :; done; echo "# formatted" >>"$file"');
    program(scene, 'npm', `[ -e "${workspace}/made.txt" ] || { echo '1 test failed'; exit 1; }`);
    writeFileSync(join(workspace, 'package.json'), '{ "scripts": { "test": "vitest" } }');
    await scene.install();
    for (const name of names) {
      await scene.beckon('hooks', 'new', name, '--from', name);
    }
    await scene.beckon('hooks', 'allow', 'enforce-tests');
    const file = join(workspace, 'a.py');
    const monitor = { command: 'deploy --to prod', description: 'x', timeout_ms: 5000, persistent: false };
    scene.model.script('work', [
      { tools: [bash('rm -rf /')] },
      { tools: [bash(`rm -rf ${workspace}/x`)] },
      { tools: [bash('deploy --to prod')] },
      // Another tool of the program that runs commands.
      { tools: [{ name: 'Monitor', input: monitor }] },
      { tools: [{ name: 'Write', input: { file_path: file, content: 'x = 1\n' } }] },
      { text: 'I am done.' },
      { tools: [bash('touch made.txt')] },
      over,
    ]);
    const tools = ['Bash(rm:*)', 'Bash(deploy:*)', 'Bash(touch:*)', 'Monitor', 'Write'];
    expect(await play(scene, 'work', '--allowedTools', ...tools)).toContain('The turn is over.');

    expect(await scene.model.asked('work', 1)).toContain('Dangerous command blocked');
    expect(readFileSync(join(workspace, 'rm.log'), 'utf8')).toBe(`-rf ${workspace}/x\n`);
    expect(await scene.model.asked('work', 3)).toContain('affects the production environment');
    expect(await scene.model.asked('work', 4)).toContain('affects the production environment');
    expect(scene.cage.has('deployed')).toBe(false);
    // The agent does not wait for it.
    await until('the formatted file', () => readFileSync(file, 'utf8') === 'x = 1\n# formatted\n');
    expect(await scene.model.asked('work', 6)).toContain('1 test failed');
    const log = join(home, '.local', 'state', 'agent-hooks', 'audit.log');
    await until('the log', () => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
      event_type: 'session_end',
      work_dir: workspace,
      duration_seconds: expect.any(Number),
      // Claude Code may not have written the last one yet.
      total_steps: expect.any(Number),
    });
  });
});

describe('a hook', () => {
  it('that is made by hand is noticed when the next session starts, and tells, blocks and keeps from stopping', async ({
    scene,
  }) => {
    await scene.install();
    await scene.beckon('hooks', 'new', 'audit-log', '--from', 'audit-log');
    writeHook(
      ownHook(scene, 'context'),
      'name: context\ndescription: Says it is Friday\ntrigger: before_agent',
      `echo '{"additional_context": "It is Friday."}'`,
    );
    writeHook(
      ownHook(scene, 'by-hand'),
      'name: by-hand\ndescription: No touching\ntrigger: before_tool',
      'echo "No touching" >&2; exit 2',
    );
    writeHook(
      ownHook(scene, 'never'),
      'name: never\ndescription: Never\ntrigger: before_stop',
      `cat >>"${scene.cage.home}/stops"; echo "Not yet" >&2; exit 2`,
    );
    const texts = ['One', 'Two', 'Three', 'Four', 'Five'];
    const before = ['No touching', ...texts];
    scene.model.script('touch', [
      { tools: [bash('touch made.txt')] },
      ...texts.map((text, index) => ({ text, before: whenWritten(scene, before[index] ?? '') })),
    ]);
    // One that never lets an agent stop is heeded three times in a turn.
    expect(await play(scene, 'touch', '--allowedTools', 'Bash(touch:*)')).toContain('Four');
    expect(await scene.model.asked('touch', 0)).toContain('It is Friday.');
    expect(await scene.model.asked('touch', 1)).toContain('No touching');
    expect(scene.cage.has('made.txt')).toBe(false);
    const stops = readFileSync(join(scene.cage.home, 'stops'), 'utf8').trim().split('\n');
    expect(stops.map((line) => JSON.parse(line).step_count)).toEqual([2, 3, 4, 5]);
  });

  it('changes what a tool is given, and the change is asked about, not approved', async ({ scene }) => {
    await scene.install();
    const change = (from: string, to: string) =>
      writeHook(
        ownHook(scene, from),
        `name: ${from}\ndescription: Changes\ntrigger: before_tool\nmatcher: { tool: Shell, pattern: '${from}' }`,
        `echo '{"modified_input": {"command": "touch ${to}.txt", "description": "A step"}, "decision": "allow"}'`,
      );
    change('one', 'two');
    change('three', 'four');
    await scene.beckon('hooks', 'list');
    scene.model.script('touch', [
      { tools: [bash('touch one.txt')] },
      { tools: [bash('touch three.txt')] },
      over,
    ]);
    await play(scene, 'touch', '--allowedTools', 'Bash(touch four.txt)');
    const made = ['one', 'two', 'three', 'four'].filter((name) => scene.cage.has(`${name}.txt`));
    expect(made).toEqual(['four']);
  });

  it('that says allow approves only where a person agreed to that', async ({ scene }) => {
    await scene.install();
    const keys = 'name: says-yes\ndescription: Says yes\ntrigger: before_tool';
    writeHook(ownHook(scene, 'says-yes'), keys, `echo '{"decision": "allow"}'`);
    await scene.beckon('hooks', 'list');
    const agreed = gate();
    const touch = { tools: [bash('touch made.txt')] };
    scene.model.script('touch', [touch, { ...touch, before: agreed }, over]);
    const played = play(scene, 'touch');
    await scene.model.asked('touch', 1);
    expect(scene.cage.has('made.txt')).toBe(false);
    await scene.beckon('hooks', 'allow', 'says-yes', '--may-approve');
    agreed.open();
    await played;
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('at the end of a turn and a nudge of a run both have their say', async ({ scene }) => {
    await scene.install();
    writeHook(
      ownHook(scene, 'once'),
      'name: once\ndescription: Once\ntrigger: before_stop',
      `[ -e "$BECKON_HOOK_DIR/said" ] || { touch "$BECKON_HOOK_DIR/said"; echo "Not yet" >&2; exit 2; }`,
    );
    await scene.beckon('hooks', 'list');
    writeRunbook(scene, 'agents:\n  work:\n    run: CLAUDE\n    prompt: "Please play:work"\n');
    scene.model.script('work', [{ text: 'One.' }, { text: 'Two.' }, signals, over]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(await scene.model.asked('work', 1)).toContain('Not yet');
    expect(await scene.model.asked('work', 2)).toMatch(/Continue with your task/u);
  });

  it('keeps the context from being compacted', async ({ scene }) => {
    await scene.install();
    writeHook(
      ownHook(scene, 'keep'),
      'name: keep\ndescription: Keeps the context\ntrigger: pre_compact',
      'echo "Not before lunch" >&2; exit 2',
    );
    await scene.beckon('hooks', 'list');
    scene.model.script('talk', [over]);
    const { claude } = await scene.open();
    await claude.submit('Please play:talk');
    await claude.sees(/The turn is over\./u);
    await claude.submit('/compact');
    await claude.sees(/Not\s+before\s+lunch/u);
  });

  it('of a workspace runs only after a person allowed it, and not when it has changed', async ({ scene }) => {
    await scene.install();
    const folder = join(scene.cage.workspace, '.agents', 'hooks', 'no-touch');
    const keys = 'name: no-touch\ndescription: No touching\ntrigger: pre-tool-call\nmatcher: { tool: Bash }';
    writeHook(folder, keys, 'echo "No touching" >&2; exit 2');
    await scene.beckon('hooks', 'list');
    const [allowed, changed] = [gate(), gate()];
    scene.model.script('touch', [
      { tools: [bash('touch one.txt')] },
      { tools: [bash('touch two.txt')], before: allowed },
      { tools: [bash('touch three.txt')], before: changed },
      over,
    ]);
    const played = play(scene, 'touch', '--allowedTools', 'Bash(touch:*)');
    await scene.model.asked('touch', 1);
    await scene.beckon('hooks', 'allow', 'no-touch');
    allowed.open();
    await scene.model.asked('touch', 2);
    writeFileSync(join(folder, 'scripts', 'run.sh'), '#!/bin/bash\nexit 2\n');
    changed.open();
    await played;
    const made = ['one', 'two', 'three'].filter((name) => scene.cage.has(`${name}.txt`));
    expect(made).toEqual(['one', 'three']);
  });
});

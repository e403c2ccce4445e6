import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { bash } from './support/modelScript.ts';
import { runIs, signals, startRun, writeRunbook } from './support/runs.ts';
import type { Scene } from './support/scene.ts';
import { it } from './support/scene.ts';
import { until } from './support/until.ts';

const over = { text: 'The turn is over.' };

/** Puts a program of this name into the folder where an agent that plays looks first. */
function program({ cage }: Scene, name: string, shell: string): void {
  mkdirSync(join(cage.home, 'bin'), { recursive: true });
  writeFileSync(join(cage.home, 'bin', name), `#!/bin/sh\n${shell}\n`, { mode: 0o755 });
}

/** The folder of the person's own hooks. */
function ownHook({ cage }: Scene, name: string): string {
  return join(cage.home, '.config', 'agents', 'hooks', name);
}

/** Makes a hook by hand. */
function writeHook(folder: string, keys: string, script: string): void {
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'HOOK.md'), `---\n${keys}\n---\n\n# A hook\n`);
  writeFileSync(join(folder, 'scripts', 'run.sh'), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, 'scripts', 'run.sh'), 0o755);
}

/** Runs Claude to its end with the model's script of this name. */
async function play(scene: Scene, name: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: `${join(scene.cage.home, 'bin')}:${scene.cage.env.PATH}` };
  const { code, out } = await scene.headless(`Please play:${name}`, { args, env }).ended;
  expect(code).toBe(0);
  return out;
}

describe('the patterns hooks are made for, with the real Claude Code', () => {
  it('block a dangerous command with the reason, and let a harmless one pass', async ({ scene }) => {
    program(scene, 'rm', `echo "$@" >>"${scene.cage.workspace}/rm.log"`);
    await scene.install();
    await scene.beckon('hooks', 'new', 'block-dangerous-commands', '--from', 'block-dangerous-commands');
    scene.model.script('rm', [
      { tools: [bash('rm -rf /')] },
      { tools: [bash(`rm -rf ${scene.cage.workspace}/x`)] },
      over,
    ]);
    await play(scene, 'rm', '--allowedTools', 'Bash(rm:*)');
    expect(await scene.model.asked('rm', 1)).toContain('Dangerous command blocked');
    expect(readFileSync(join(scene.cage.workspace, 'rm.log'), 'utf8')).toBe(
      `-rf ${scene.cage.workspace}/x\n`,
    );
  });

  it('format a file after it was written, while the agent goes on', async ({ scene }) => {
    program(scene, 'black', 'for file; do :; done; echo "# formatted" >>"$file"');
    await scene.install();
    await scene.beckon('hooks', 'new', 'auto-format-python', '--from', 'auto-format-python');
    const file = join(scene.cage.workspace, 'a.py');
    const write = { name: 'Write', input: { file_path: file, content: 'x = 1\n' } };
    scene.model.script('py', [{ tools: [write] }, over]);
    await play(scene, 'py', '--allowedTools', 'Write');
    await until('the formatted file', async () => readFileSync(file, 'utf8') === 'x = 1\n# formatted\n');
  });

  it('block a deployment to production', async ({ scene }) => {
    await scene.install();
    await scene.beckon('hooks', 'new', 'block-prod-deploy', '--from', 'block-prod-deploy');
    program(scene, 'deploy', `touch "${scene.cage.workspace}/deployed"`);
    const input = { command: 'deploy --to prod', description: 'x', timeout_ms: 5000, persistent: false };
    scene.model.script('deploy', [
      { tools: [bash('deploy --to prod')] },
      { tools: [{ name: 'Monitor', input }] },
      over,
    ]);
    await play(scene, 'deploy', '--allowedTools', 'Bash(deploy:*)', 'Monitor');
    expect(await scene.model.asked('deploy', 1)).toContain('affects the production environment');
    // Another tool of the program that runs commands.
    expect(await scene.model.asked('deploy', 2)).toContain('affects the production environment');
    expect(scene.cage.has('deployed')).toBe(false);
  });

  it('write a log when a session ends', async ({ scene }) => {
    await scene.install();
    await scene.beckon('hooks', 'new', 'audit-log', '--from', 'audit-log');
    scene.model.script('talk', [over]);
    await play(scene, 'talk');
    const log = join(scene.cage.home, '.local', 'state', 'agent-hooks', 'audit.log');
    await until('the log', async () => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
      event_type: 'post-session',
      work_dir: scene.cage.workspace,
    });
  });

  it('let an agent stop only when the tests pass', async ({ scene }) => {
    program(scene, 'npm', `[ -e "${scene.cage.workspace}/made.txt" ] || { echo '1 test failed'; exit 1; }`);
    await scene.install();
    await scene.beckon('hooks', 'new', 'enforce-tests', '--from', 'enforce-tests');
    scene.model.script('stop', [{ text: 'I am done.' }, { tools: [bash('touch made.txt')] }, over]);
    expect(await play(scene, 'stop', '--allowedTools', 'Bash(touch:*)')).toContain('The turn is over.');
    expect(await scene.model.asked('stop', 1)).toContain('1 test failed');
  });
});

describe('a hook', () => {
  it('that never lets an agent stop is heeded three times in a turn', async ({ scene }) => {
    await scene.install();
    writeHook(
      ownHook(scene, 'never'),
      'name: never\ndescription: Never\ntrigger: before_stop',
      'echo "Not yet" >&2; exit 2',
    );
    await scene.beckon('hooks', 'list');
    scene.model.script('stop', [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }, { text: 'Four' }, over]);
    expect(await play(scene, 'stop')).toContain('Four');
  });

  it('changes what a tool is given, and the change is asked about, not approved', async ({ scene }) => {
    await scene.install();
    writeHook(
      ownHook(scene, 'change'),
      "name: change\ndescription: Changes\ntrigger: before_tool\nmatcher: { tool: Shell, pattern: 'one' }",
      `echo '{"modified_input": {"command": "touch two.txt", "description": "A step"}, "decision": "allow"}'`,
    );
    await scene.beckon('hooks', 'list');
    scene.model.script('touch', [{ tools: [bash('touch one.txt')] }, over]);
    await play(scene, 'touch');
    expect([scene.cage.has('one.txt'), scene.cage.has('two.txt')]).toEqual([false, false]);
    await play(scene, 'touch', '--allowedTools', 'Bash(touch:*)');
    expect([scene.cage.has('one.txt'), scene.cage.has('two.txt')]).toEqual([false, true]);
  });

  it('that says allow approves only where a person agreed to that', async ({ scene }) => {
    await scene.install();
    const keys = 'name: says-yes\ndescription: Says yes\ntrigger: before_tool';
    writeHook(ownHook(scene, 'says-yes'), keys, `echo '{"decision": "allow"}'`);
    await scene.beckon('hooks', 'list');
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, over]);
    await play(scene, 'touch');
    expect(scene.cage.has('made.txt')).toBe(false);
    await scene.beckon('hooks', 'allow', 'says-yes', '--may-approve');
    await play(scene, 'touch');
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('tells the model something', async ({ scene }) => {
    await scene.install();
    writeHook(
      ownHook(scene, 'context'),
      'name: context\ndescription: Says it is Friday\ntrigger: before_agent',
      `echo '{"additional_context": "It is Friday."}'`,
    );
    await scene.beckon('hooks', 'list');
    scene.model.script('talk', [over]);
    await play(scene, 'talk');
    expect(await scene.model.asked('talk', 0)).toContain('It is Friday.');
  });

  it('that is made by hand is noticed when the next session starts', async ({ scene }) => {
    await scene.install();
    await scene.beckon('hooks', 'new', 'audit-log', '--from', 'audit-log');
    writeHook(
      ownHook(scene, 'by-hand'),
      'name: by-hand\ndescription: No touching\ntrigger: before_tool',
      'echo "No touching" >&2; exit 2',
    );
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, over]);
    await play(scene, 'touch', '--allowedTools', 'Bash(touch:*)');
    expect(await scene.model.asked('touch', 1)).toContain('No touching');
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
    expect(await scene.model.asked('work', 2)).toMatch(/Go on with your task/u);
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
    await claude.sees(/Not before\s+lunch/u);
  });

  it('of a workspace runs only after a person allowed it, and not when it has changed', async ({ scene }) => {
    await scene.install();
    const folder = join(scene.cage.workspace, '.agents', 'hooks', 'no-touch');
    const keys = 'name: no-touch\ndescription: No touching\ntrigger: pre-tool-call\nmatcher: { tool: Bash }';
    writeHook(folder, keys, 'echo "No touching" >&2; exit 2');
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, over]);
    const touched = async () => {
      await play(scene, 'touch', '--allowedTools', 'Bash(touch:*)');
      return scene.cage.has('made.txt');
    };
    await scene.beckon('hooks', 'list');
    expect(await touched()).toBe(true);
    rmSync(join(scene.cage.workspace, 'made.txt'));
    await scene.beckon('hooks', 'allow', 'no-touch');
    expect(await touched()).toBe(false);
    writeFileSync(join(folder, 'scripts', 'run.sh'), '#!/bin/bash\nexit 2\n');
    expect(await touched()).toBe(true);
  });
});

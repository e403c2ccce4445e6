import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownNode, repository, runProgram } from '../../support/runProgram.ts';

let root: string;
let workspace: string;
let env: Readonly<Record<string, string>>;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-twice-')));
  workspace = join(root, 'ws');
  mkdirSync(workspace);
  env = { PATH: process.env.PATH ?? '', HOME: join(root, 'home'), BECKON_HOME: join(root, 'beckon') };
  const guard = join(root, 'home', '.config', 'agents', 'hooks', 'guard');
  mkdirSync(join(guard, 'scripts'), { recursive: true });
  writeFileSync(join(guard, 'HOOK.md'), '---\nname: guard\ndescription: No\ntrigger: before_tool\n---\n');
  writeFileSync(join(guard, 'scripts', 'run.sh'), '#!/bin/sh\necho "Never." >&2\nexit 2\n');
  chmodSync(join(guard, 'scripts', 'run.sh'), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What the entry of Claude Code says when it is run with this in its environment. */
async function said(more: Readonly<Record<string, string>>): Promise<string> {
  const input = JSON.stringify({ session_id: 's', cwd: workspace, tool_name: 'Bash', tool_input: {} });
  const relayed = { ...env, BECKON_RELAY: 'claude-code e1 0 50', ...more };
  const args = [join(repository, 'dist/beckon.cjs'), 'agent', 'hook', 'PreToolUse'];
  return (await runProgram(ownNode, args, { cwd: workspace, env: relayed, input })).out;
}

it('a hook runs once where an agent runs the entries of another program besides its own', async () => {
  const copilot = { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: workspace };
  expect(await said({})).toContain('Never.');
  expect(await said(copilot)).toContain('Never.');
  mkdirSync(join(workspace, '.github', 'hooks'), { recursive: true });
  writeFileSync(
    join(workspace, '.github', 'hooks', 'beckon.json'),
    JSON.stringify({ hooks: { preToolUse: [{ bash: `${root}/beckon/bin/copilot-cli preToolUse` }] } }),
  );
  expect(await said(copilot)).toBe('');
  // What runs inside of its terminal has its marks too.
  expect(await said({ ...copilot, CLAUDE_PID: '50' })).toContain('Never.');
});

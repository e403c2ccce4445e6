import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { withoutGit } from '../../tools/cache/withoutGit.mjs';
import { ownNode } from '../support/runProgram.ts';
import { bash } from './support/modelScript.ts';
import { runIs, startRun, writeRunbook } from './support/runs.ts';
import { it, type Scene } from './support/scene.ts';
import { beckonProgram } from './support/serve.ts';

const runbook =
  'agents:\n  work: { run: CLAUDE, prompt: "Please play:work", worktree: true, on_idle: done }\n';

function gitIn({ cage }: Scene) {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  return (...args: readonly string[]) =>
    execFileSync('git', ['-C', cage.workspace, ...identity, ...args], {
      encoding: 'utf8',
      env: withoutGit(),
    });
}

describe('a step with a worktree', () => {
  it('runs on a branch of its own, beside the checkout, and is heard there', async ({ scene }) => {
    const git = gitIn(scene);
    git('commit', '--quiet', '--allow-empty', '-m', 'first');
    writeRunbook(scene, runbook);
    scene.model.script('work', [{ text: 'I am here.' }]);
    await startRun(scene, 'work');
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    expect(git('worktree', 'list')).toMatch(/\.work-work\s+\S+ \[beckon\/work-work\]/u);
  });

  it('is heard in a folder below the top, and a gate answers what it asks there', async ({ scene }) => {
    const api = join(scene.cage.workspace, 'packages', 'api');
    const gate = 'on_prompt: { action: gate, run: "true" }';
    writeRunbook(scene, runbook.replace('on_idle', `${gate}, on_idle`), api);
    const git = gitIn(scene);
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    scene.model.script('work', [{ tools: [bash('touch made.txt')] }, { text: 'I am here.' }]);
    await scene.beckon('install', '--workspace', api);
    await scene.claude({ program: ownNode, args: [beckonProgram, 'run', 'work', '--workspace', api] });
    await runIs(scene, 'is done', ({ status }) => status === 'done');
    const tree = `${scene.cage.workspace}.work-work`;
    // What the agent made is new there, and nothing of ours is.
    expect(git('-C', tree, 'status', '--porcelain', '-uall')).toBe('?? packages/api/made.txt\n');
  });
});

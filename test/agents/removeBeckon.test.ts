import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ownNode, repository, runProgram } from '../support/runProgram.ts';
import { allowed } from './support/cage.ts';
import { bash } from './support/modelScript.ts';
import { it } from './support/scene.ts';

const turn = (end: string) => [{ tools: [bash(allowed)] }, { text: end }];
const error = /hook error|No such file|ENOENT/iu;

describe('a Claude Code that runs while Beckon is uninstalled', () => {
  it('goes on without an error, and without Beckon', async ({ scene }) => {
    scene.model.script('before', turn('The first is over.'));
    scene.model.script('after', turn('The second is over.'));
    scene.cage.allow('echo x >> ran.txt');
    await scene.install();
    const claude = await scene.claude();
    await claude.submit('Please play:before');
    await claude.sees(/The first is over\./u);
    const program = join(repository, 'dist', 'uninstall.cjs');
    const { env, workspace, beckonHome } = scene.cage;
    expect(await runProgram(ownNode, [program], { cwd: workspace, env })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    await claude.submit('Please play:after');
    await claude.sees(/The second is over\./u);
    expect(claude.screen()).not.toMatch(error);
    expect(existsSync(beckonHome)).toBe(false);
    expect(scene.cage.has('.claude')).toBe(false);
  });

  it('would show errors if its entries stayed', async ({ scene }) => {
    scene.model.script('after', turn('The turn is over.'));
    scene.cage.allow('echo x >> ran.txt');
    await scene.install();
    const claude = await scene.claude();
    rmSync(scene.cage.beckonHome, { recursive: true });
    await claude.submit('Please play:after');
    await claude.sees(error);
  });
});

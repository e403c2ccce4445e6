import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ownNode, repository, runProgram } from '../support/runProgram.ts';
import { allowed } from './support/cagedClaude.ts';
import { bash } from './support/modelScript.ts';
import { it } from './support/scene.ts';
import { patienceMs, until } from './support/until.ts';

const turn = (end: string) => [{ tools: [bash(allowed)] }, { text: end }];
const error = /hook error|No such file|ENOENT/iu;

describe('a Claude Code that runs while Beckon is uninstalled', () => {
  it('goes on without an error, and without Beckon; it would show errors if its entries stayed', async ({
    scene,
  }) => {
    scene.model.script('before', turn('The first is over.'));
    scene.model.script('after', turn('The second is over.'));
    scene.model.script('last', [{ text: 'The last is over.' }]);
    scene.model.script('broken', turn('The third is over.'));
    scene.cage.allow('echo x >> ran.txt');
    const { env, workspace, beckonHome, home } = scene.cage;
    const note = { type: 'command', command: `echo x >>'${join(home, 'noticed')}'` };
    const settings = JSON.stringify({ hooks: { ConfigChange: [{ hooks: [note] }] } });
    await scene.install();
    const claude = await scene.claude({ args: ['--settings', settings] });
    await claude.submit('Please play:before');
    await claude.sees(/The first is over\./u);
    const program = join(repository, 'dist', 'uninstall.cjs');
    expect(await runProgram(ownNode, [program], { cwd: workspace, env, withinMs: patienceMs })).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    // Uninstalling gives running agents a while for this, which a busy machine may not keep.
    await until('word that Claude Code has read its settings again', () => existsSync(join(home, 'noticed')));
    await claude.submit('Please play:after');
    await claude.sees(/The second is over\./u);
    // What an entry at the end of a turn has to say comes after its words.
    await claude.submit('Please play:last');
    await claude.sees(/The last is over\./u);
    expect(claude.screen()).not.toMatch(error);
    expect(existsSync(beckonHome)).toBe(false);
    expect(scene.cage.has('.claude')).toBe(false);
    await claude.close();

    await scene.install();
    const other = await scene.claude();
    // At one go: a relay in the background may be writing there.
    renameSync(beckonHome, `${beckonHome}.away`);
    await other.submit('Please play:broken');
    await other.sees(error);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { writeHooks } from './support/cage.ts';
import { bash } from './support/modelScript.ts';
import { it } from './support/scene.ts';

describe('the cage', () => {
  it('has a headless Claude Code that says what the script says', async ({ scene }) => {
    scene.model.script('hello', [{ text: 'Good morning from the script.' }]);
    const { code, out } = await scene.headless('Please play:hello').ended;
    expect(out).toContain('Good morning from the script.');
    expect(code).toBe(0);
  });

  it('has a Claude Code on a terminal that asks before it runs anything', async ({ scene }) => {
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, { text: 'Touched it.' }]);
    const claude = await scene.claude();
    await claude.submit('Please play:touch');
    await claude.sees(/Do you want to proceed\?/u);
    expect(scene.cage.has('made.txt')).toBe(false);
    await claude.answer(/Do you want to proceed\?/u, /^Yes$/u);
    await claude.sees(/Touched it\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
  });

  it('runs the entries of the workspace, whose verdict needs no key', async ({ scene }) => {
    const verdict = {
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    };
    writeFileSync(join(scene.cage.home, 'verdict.json'), JSON.stringify(verdict));
    const command = `cat >/dev/null; cat '${join(scene.cage.home, 'verdict.json')}'`;
    writeHooks(scene.cage, { PermissionRequest: [{ hooks: [{ type: 'command', command }] }] });
    scene.model.script('touch', [{ tools: [bash('touch made.txt')] }, { text: 'Touched it.' }]);
    const claude = await scene.claude();
    await claude.submit('Please play:touch');
    await claude.sees(/Touched it\./u);
    expect(scene.cage.has('made.txt')).toBe(true);
  });
});

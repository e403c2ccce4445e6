import { describe, expect, test } from 'vitest';
import { openScene } from '../support/scene.ts';
import { cagedCodex } from './cagedCodex.ts';

describe('Codex', () => {
  test('plays a script', async () => {
    const { scene, end, story } = await openScene([cagedCodex()]);
    try {
      scene.model.script('hello', [{ text: 'Good morning.' }]);
      const codex = scene.run('codex', { args: ['exec', '--skip-git-repo-check', 'Please play:hello'] });
      await codex.sees(/Good morning/u);
      expect(scene.model.strays).toEqual([]);
    } finally {
      process.stderr.write(story());
      await end();
    }
  });
});

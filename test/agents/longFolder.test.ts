import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { claudeTranscriptPath } from '../../src/programs/claudeCode/node/claudeHome.ts';
import { makeCage } from './support/cage.ts';
import { startHeadless } from './support/headlessClaude.ts';
import { it } from './support/scene.ts';

describe('the transcript of a real Claude Code', () => {
  it.for([
    ['an emoji in its name', '🦊 e\u0301'],
    ['a long name with an emoji', `${'b'.repeat(205)} 🦊`],
  ])('lies where it is looked for, in a folder with %s', async ([, name = ''], { scene }) => {
    scene.model.script('hello', [{ text: 'Good morning.' }]);
    const cage = makeCage(scene.model.url, [name]);
    try {
      expect(await startHeadless(cage, 'Please play:hello').ended).toMatchObject({ code: 0 });
      const claudeDir = join(cage.home, '.claude');
      const files = readdirSync(join(claudeDir, 'projects'), { recursive: true, encoding: 'utf8' });
      const [made = ''] = files.filter((file) => file.endsWith('.jsonl'));
      const [, session = ''] = /\/([\w-]+)\.jsonl$/u.exec(made) ?? [];
      expect(claudeTranscriptPath(claudeDir, cage.workspace, session)).toBe(
        join(claudeDir, 'projects', made),
      );
    } finally {
      cage.remove();
    }
  });
});

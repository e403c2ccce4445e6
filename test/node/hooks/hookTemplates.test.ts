import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../src/core/hookfile/hookTemplates.ts';
import { spacedJson } from '../../../src/core/hookrun/spacedJson.ts';
import { runProgram } from '../../support/runProgram.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;

beforeEach(() => {
  house = new HookHouse();
});
afterEach(() => house.remove());

describe('auto-format-python', () => {
  /** Runs the script of the template for an input, and gives what it had formatted. */
  async function formatted(tool_input: unknown): Promise<string | undefined> {
    const files = hookTemplates.find(({ id }) => id === 'auto-format-python')?.files('format');
    const script = house.write(house.at('run.sh'), files?.script ?? '', 0o755);
    const seen = house.at('seen');
    const black = `#!/bin/bash\nprintf '%s' "\${@: -1}" >'${seen}'\n`;
    house.write(house.at('bin', 'black'), black, 0o755);
    const input = `${spacedJson({ event_type: 'after_tool', tool_name: 'Write', tool_input })}\n`;
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH: `${house.at('bin')}:${PATH}`, HOME, LC_ALL: 'C' };
    const { code, err } = await runProgram(script, [], { cwd: house.workspace, env, input });
    expect([code, err]).toEqual([0, '']);
    return existsSync(seen) ? readFileSync(seen, 'utf8') : undefined;
  }

  it.each([
    '/w/plain.py',
    '/w/with spaces in it.py',
    '/w/with "quotes" in it.py',
    "/w/with 'others'.py",
    '/w/with \\ and \\n.py',
    '/w/größe-漢字-🐍.py',
    '/w/$(touch x)`y`.py',
    '-q.py',
  ])('formats %s', async (file_path) => {
    expect(await formatted({ file_path, content: 'x = "a"\n' })).toBe(file_path);
    expect(existsSync(join(house.workspace, 'x'))).toBe(false);
  });

  it('formats a file that is called path', async () => {
    expect(await formatted({ path: '/w/a.py' })).toBe('/w/a.py');
  });

  it.each([
    { file_path: '/w/notes.txt', content: 'see main.py' },
    { file_path: '/w/notes.txt', content: '"file_path": "/w/other.py"' },
    { file_path: '/w/a.pyc' },
    { file_path: 7 },
    {},
    null,
    'a.py',
  ])('formats nothing of %j', async (input) => {
    expect(await formatted(input)).toBeUndefined();
  });
});

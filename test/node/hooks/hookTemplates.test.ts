import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../src/core/hookfile/hookTemplates.ts';
import { scriptInput } from '../../../src/core/hookrun/hookEvent.ts';
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
  async function formatted(input: unknown, name = 'Write'): Promise<string | undefined> {
    const files = hookTemplates.find(({ id }) => id === 'auto-format-python')?.files('format');
    const script = house.write(house.at('run.sh'), files?.script ?? '', 0o755);
    const seen = house.at('seen');
    const black = `#!/bin/bash\nprintf '%s\\n' "\${@: -1}" >>'${seen}'\n`;
    house.write(house.at('bin', 'black'), black, 0o755);
    const event = {
      trigger: 'after_tool',
      timestamp: '',
      sessionId: 's',
      workDir: '/w',
      fields: {},
    } as const;
    const told = `${spacedJson(scriptInput({ ...event, tool: { name, input } }, 'after_tool'))}\n`;
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH: `${house.at('bin')}:${PATH}`, HOME, LC_ALL: 'C' };
    const { code, err } = await runProgram(script, [], { cwd: house.workspace, env, input: told });
    expect([code, err]).toEqual([0, '']);
    return existsSync(seen) ? readFileSync(seen, 'utf8').trimEnd() : undefined;
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

  it('formats all files of a patch', async () => {
    const patch = '*** Begin Patch\n*** Add File: a.py\n+x = 1\n*** Add File: b.py\n+x = 2\n*** End Patch';
    expect(await formatted({ command: patch }, 'apply_patch')).toBe('a.py\nb.py');
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

describe('enforce-tests', () => {
  const tested = '{ "scripts": { "test": "vitest" } }';
  const untested = '{\n  "scripts": {\n    "test": "echo \\"Error: no test specified\\" && exit 1"\n  }\n}\n';

  /** Runs the script of the template in a folder, beside an npm that ends with a code. */
  async function ended(exit: number, folder = house.workspace) {
    const files = hookTemplates.find(({ id }) => id === 'enforce-tests')?.files('gate');
    const script = house.write(house.at('run.sh'), files?.script ?? '', 0o755);
    house.write(house.at('bin', 'npm'), `#!/bin/sh\necho "ran: $*"\nexit ${exit}\n`, 0o755);
    const env = { PATH: `${house.at('bin')}:${process.env.PATH}`, HOME: house.root };
    return await runProgram(script, [], { cwd: folder, env, input: '{}\n' });
  }

  it.each([
    ['without a package.json', undefined],
    ['whose package.json has no test script', '{ "scripts": { "build": "tsc" } }'],
    ['that has only the test script of npm init', untested],
  ])('lets the agent stop in a folder %s', async (_, text) => {
    if (text !== undefined) {
      house.write(join(house.workspace, 'package.json'), text);
    }
    expect(await ended(1)).toEqual({ code: 0, out: '', err: '' });
  });

  it('lets the agent stop where the tests pass, and says nothing', async () => {
    house.write(join(house.workspace, 'package.json'), tested);
    expect(await ended(0)).toEqual({ code: 0, out: '', err: '' });
  });

  it('makes the agent go on where they fail, also in a folder below', async () => {
    house.write(join(house.workspace, 'package.json'), tested);
    const below = join(house.write(join(house.workspace, 'src/a.ts'), ''), '..');
    for (const folder of [house.workspace, below]) {
      expect(await ended(1, folder)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('ran: test'),
      });
    }
  });

  it('is for a project, and no other template is', () => {
    const scopes = hookTemplates.map(({ id, scope }) => `${id} ${scope}`);
    expect(scopes.filter((one) => one.endsWith('project'))).toEqual(['enforce-tests project']);
  });
});

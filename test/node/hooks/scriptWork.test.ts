import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hookTemplates } from '../../../src/core/hookfile/hookTemplates.ts';
import { scriptFacts } from '../../../src/node/hooks/scriptFacts.ts';
import { createScript, makeExecutable } from '../../../src/node/hooks/scriptWork.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
let folder: string;
let script: string;
beforeEach(() => {
  house = new HookHouse();
  folder = house.hook(house.own, 'mine');
  script = join(folder, 'scripts', 'run.sh');
});
afterEach(() => house.remove());

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a script that is made', () => {
  it('can be run at once, and lets everything happen', async () => {
    expect(await createScript(folder)).toEqual({ path: script });
    expect(execFileSync(script, { input: '{}' }).toString()).toBe('');
    expect(await scriptFacts(folder)).toMatchObject({ name: 'run.sh', isExecutable: true, kind: 'shebang' });
  });

  it('is that of the template that the hook was made from', async () => {
    const files = hookTemplates.find(({ id }) => id === 'block-dangerous-commands')?.files('mine');
    house.write(join(folder, 'HOOK.md'), files?.hook ?? '');
    expect(await createScript(folder)).toEqual({ path: script });
    expect(readFileSync(script, 'utf8')).toBe(files?.script);
  });

  it('never takes the place of one that is there', async () => {
    house.write(script, 'mine\n');
    expect(await createScript(folder)).toEqual({ path: script });
    expect(readFileSync(script, 'utf8')).toBe('mine\n');
    expect(modeOf(script)).toBe('644');
  });

  it('is none where something else is in its place', async () => {
    house.write(join(folder, 'scripts'), 'a file');
    expect(await createScript(folder)).toEqual({ wrong: expect.stringContaining("can't be made") });
  });
});

describe('a script that is made executable', () => {
  it.each([
    [0o644, '755'],
    [0o600, '700'],
    [0o640, '750'],
    [0o755, '755'],
  ])('is so for those who may read it: %o becomes %s', async (mode, after) => {
    house.write(script, '#!/bin/sh\n', mode);
    expect(await makeExecutable(folder)).toEqual({ path: script });
    expect(modeOf(script)).toBe(after);
  });

  it('is none that a link leads to', async () => {
    const other = house.write(house.at('other.sh'), '#!/bin/sh\n');
    house.write(join(folder, 'scripts', 'data'), '');
    symlinkSync(other, script);
    expect(await makeExecutable(folder)).toEqual({ wrong: `${script} is a link` });
    expect(modeOf(other)).toBe('644');
  });

  it('has to be there', async () => {
    expect(await makeExecutable(folder)).toEqual({ wrong: 'the hook has no script' });
  });
});

describe('what is known of a script', () => {
  it('is nothing where there is none', async () => {
    expect(await scriptFacts(folder)).toBeUndefined();
  });

  it('is its text up to a limit', async () => {
    house.write(script, `echo ${'x'.repeat(100_000)}`);
    const facts = await scriptFacts(folder);
    expect(facts).toMatchObject({ isExecutable: false, kind: 'plain' });
    expect(facts?.text).toHaveLength(64 * 1024);
  });

  it('is no text of a program', async () => {
    house.write(join(folder, 'scripts', 'run'), Uint8Array.of(127, 69, 76, 70, 0, 1), 0o755);
    expect(await scriptFacts(folder)).toEqual({ name: 'run', isExecutable: true, kind: 'binary', text: '' });
  });

  it('misses nothing on Windows, which has neither mark nor line', async () => {
    house.write(script, 'echo\n');
    chmodSync(script, 0o644);
    expect(await scriptFacts(folder, 'win32')).toMatchObject({ isExecutable: true, kind: 'shebang' });
  });
});

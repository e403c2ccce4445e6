import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptProblems } from '../../../src/core/hookfile/placeProblems.ts';
import { hookScript } from '../../../src/node/hooks/hookScript.ts';
import { runScript } from '../../../src/node/hooks/runScript.ts';
import { scriptFacts } from '../../../src/node/hooks/scriptFacts.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'beckon-script-')));
  mkdirSync(join(folder, 'scripts'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, 'scripts', name);
function put(name: string, text: string | Buffer, mode = 0o644): void {
  writeFileSync(at(name), text);
  chmodSync(at(name), mode);
}
const commandOf = async (platform?: NodeJS.Platform) => (await hookScript(folder, platform))?.command;
const problems = async (platform?: NodeJS.Platform) => scriptProblems(await scriptFacts(folder, platform));
const codes = async () => (await problems()).map(({ code, severity }) => `${severity} ${code}`);
async function outputOf(): Promise<string> {
  const script = await hookScript(folder);
  const env = { PATH: process.env.PATH };
  return script
    ? (await runScript({ script, cwd: folder, env, input: '', timeoutMs: 20_000 })).stdout
    : 'nothing';
}

describe('the script of a hook', () => {
  it('is the first that is a file of the names one may have', async () => {
    expect(await hookScript(folder)).toBeUndefined();
    expect(await hookScript(join(folder, 'nowhere'))).toBeUndefined();
    for (const name of ['run.js', 'run.py', 'run.sh', 'run']) {
      put(name, '#!/bin/sh\n', 0o755);
      expect(await commandOf()).toEqual([at(name)]);
    }
    rmSync(at('run'));
    mkdirSync(at('run'));
    expect(await commandOf()).toEqual([at('run.sh')]);
  });

  it('is no pipe, which is not opened either', async () => {
    execFileSync('mkfifo', [at('run')]);
    expect(await hookScript(folder)).toBeUndefined();
  });

  it('is started by its first line where it is not executable', async () => {
    put('run.sh', '#!/usr/bin/env python3\nprint("by python")\n');
    expect(await commandOf()).toEqual(['/usr/bin/env', 'python3', at('run.sh')]);
    expect(await outputOf()).toBe('by python\n');
    put('run.sh', '#! /bin/bash -e -u \necho by bash\n');
    expect(await commandOf()).toEqual(['/bin/bash', '-e -u', at('run.sh')]);
    put('run.sh', '#!/bin/sh\r\n');
    expect(await commandOf()).toEqual(['/bin/sh', at('run.sh')]);
    // The system would look for a program with the end of the line in its name.
    put('run.sh', '#!/bin/sh\r\n', 0o755);
    expect(await commandOf()).toEqual(['/bin/sh', at('run.sh')]);
  });

  it.each([0o644, 0o755])('is started by its name where it has no such line (%o)', async (mode) => {
    put('run.js', 'console.log("by node")\n', mode);
    expect(await commandOf()).toEqual([process.execPath, at('run.js')]);
    expect(await outputOf()).toBe('by node\n');
    put('run.py', 'print("by python")\n', mode);
    expect(await commandOf()).toEqual(['python3', at('run.py')]);
    expect(await outputOf()).toBe('by python\n');
    put('run.sh', '[[ 1 == 1 ]] && echo by bash\n', mode);
    expect(await commandOf()).toEqual(['bash', at('run.sh')]);
    expect(await outputOf()).toBe('by bash\n');
    put('run', 'echo by sh\n', mode);
    expect(await commandOf()).toEqual(['sh', at('run')]);
    expect(await outputOf()).toBe('by sh\n');
  });

  it('may be a program', async () => {
    put('run', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), 0o755);
    expect(await commandOf()).toEqual([at('run')]);
    expect(await codes()).toEqual([]);
  });

  it('has names of its own on Windows, and goes by them', async () => {
    put('run.sh', '#!/bin/bash -e\n');
    expect(await commandOf('win32')).toEqual(['bash', '-e', at('run.sh')]);
    put('run.sh', '#!/usr/bin/env zsh\n');
    expect(await commandOf('win32')).toEqual(['zsh', at('run.sh')]);
    put('run.ps1', '');
    expect(await commandOf('win32')).toEqual(expect.arrayContaining(['powershell.exe', at('run.ps1')]));
    put('run.cmd', '');
    expect(await commandOf('win32')).toEqual(['cmd.exe', '/d', '/c', at('run.cmd')]);
    expect(await commandOf('linux')).toEqual(['/usr/bin/env', 'zsh', at('run.sh')]);
  });

  it('has a problem where the program of its first line is not there, or may not be run', async () => {
    const missing = 'error hook.no-interpreter';
    put('run.sh', '#!/nowhere/bash -e\n', 0o755);
    expect(await codes()).toEqual([missing]);
    expect(await problems()).toMatchObject([{ message: expect.stringContaining("'/nowhere/bash'") }]);
    put('run.sh', '#!/nowhere/bash\n');
    expect(await codes()).toEqual(['warning hook.script-not-executable', missing]);
    put('program', '');
    put('run.sh', `#!${at('program')}\n`, 0o755);
    expect(await codes()).toEqual([missing]);
    put('run.sh', '#!/usr/bin/env bash\n', 0o755);
    expect(await codes()).toEqual([]);
    expect(await problems('win32')).toEqual([]);
  });

  it('has problems, of which only a missing script keeps it from running', async () => {
    expect(await codes()).toEqual(['error hook.no-script']);
    put('run.sh', 'true\n');
    expect(await codes()).toEqual(['warning hook.script-not-executable', 'warning hook.script-no-shebang']);
    put('run.sh', '#!/bin/sh\n');
    expect(await codes()).toEqual(['warning hook.script-not-executable']);
    put('run.sh', 'true\n', 0o755);
    expect(await codes()).toEqual(['warning hook.script-no-shebang']);
    put('run.sh', '#!/bin/sh\n', 0o755);
    expect(await codes()).toEqual([]);
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beckonHere } from '../../support/beckonHere.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

/** Runs a command in the workspace. */
const beckon = (...args: string[]) => beckonHere(args, { cwd: shop.workspace, env: shop.env });

describe('beckon install, doctor and uninstall', () => {
  it('go round in the current folder, as they are shipped', async () => {
    expect(await shop.beckon('doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^not-installed: /u),
    });
    const { out, ...ended } = await shop.beckon('install');
    expect(ended).toEqual({ code: 0, err: '' });
    expect(out.split('\n')[0]).toBe(`Installed 20 entries in ${shop.local}.`);
    expect(await shop.beckon('doctor')).toMatchObject({ code: 0, err: '' });
    expect(await shop.beckon('install')).toMatchObject({ code: 0, out: expect.stringContaining('already') });
    expect(await shop.beckon('uninstall')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Deleted/u),
    });
    expect(await shop.beckon('uninstall')).toMatchObject({
      code: 0,
      out: expect.stringContaining('no entries'),
    });
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it('say where there is no Claude Code, and how to get it', async () => {
    rmSync(join(shop.env.HOME ?? '', '.local'), { recursive: true });
    const how = 'npm install -g @anthropic-ai/claude-code';
    expect((await beckon('install')).out).toContain(
      `Claude Code was not found on the PATH; to install it: ${how}.`,
    );
    expect(await beckon('doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        new RegExp(`^program-missing: Claude Code was not found.*\n  to fix it: ${how}$`, 'mu'),
      ),
    });
  });

  it('print the line that makes a shell find beckon, unless it does', async () => {
    const line = /^ {2}(export PATH=.*)$/mu;
    for (const home of ['home/.beckon', "home/it's $HOME", 'elsewhere/b']) {
      const env = { ...shop.env, BECKON_HOME: join(shop.root, home) };
      const { out } = await beckonHere(['install'], { cwd: shop.workspace, env });
      const found = spawnSync('sh', ['-c', `${line.exec(out)?.[1]}; command -v beckon`], {
        env,
        encoding: 'utf8',
      });
      expect(found.stdout).toBe(`${join(shop.root, home, 'bin/beckon')}\n`);
      const PATH = `${shop.env.PATH}:${join(shop.root, home, 'bin')}`;
      const again = await beckonHere(['install'], { cwd: shop.workspace, env: { ...env, PATH } });
      expect(again.out).not.toMatch(line);
    }
  });

  it('print one JSON document each', async () => {
    const json = async (...args: string[]) => JSON.parse((await beckon(...args, '--json')).out);
    const to = ['--workspace', shop.workspace, '--scope=project', '--agent', 'claude-code'];
    const file = join(shop.workspace, '.claude/settings.json');
    expect(await json('install', ...to)).toMatchObject({ outcome: 'installed', scope: 'project', file });
    expect(await json('doctor', ...to)).toEqual({
      agent: 'claude-code',
      healthy: true,
      scope: 'project',
      file,
      findings: [],
    });
    expect(await json('uninstall', ...to)).toEqual({
      agent: 'claude-code',
      outcome: 'deleted',
      file,
    });
    expect(await json('doctor', ...to)).toMatchObject({
      healthy: false,
      findings: [{ name: 'not-installed', fix: expect.stringContaining('--scope project') }],
    });
  });

  it('name file, line and column of what is refused, exit 1 and leave it as it is', async () => {
    shop.write(shop.local, '{\n  "a": 1, // note\n}\n');
    const before = statSync(shop.local);
    for (const command of ['install', 'uninstall']) {
      const { code, out, err } = await beckon(command);
      expect([code, out]).toEqual([1, '']);
      expect(err).toBe(
        `beckon ${command}: ${shop.local}:2:11 has a comment, and Claude Code skips such a file whole; nothing was changed\n`,
      );
    }
    const { code, out } = await beckon('install', '--json');
    expect([code, JSON.parse(out).refusal]).toMatchObject([1, { code: 'comment', line: 2, column: 11 }]);
    expect(await beckon('doctor')).toMatchObject({
      code: 1,
      out: expect.stringContaining('settings.local.json:2:11 has a comment'),
    });
    expect(statSync(shop.local)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  it.each([
    [2, 'install', '--scope', 'nowhere'],
    [2, 'doctor', '--agent', 'other'],
    [2, 'uninstall', '--workspace'],
    [2, 'install', 'here'],
    [1, 'install', '--workspace', 'missing'],
  ])('say in one line what is wrong with a call, exit %d: %s %s %s', async (expected, ...args) => {
    const { code, out, err } = await beckon(...(args as string[]));
    expect([code, out]).toEqual([expected, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it.each(['install', 'uninstall', 'doctor'])('%s --help says how to call it', async (command) => {
    const { code, out } = await beckon(command, '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('--scope local|project|user')]);
  });
});

describe('an ordinary person', () => {
  it('may install and uninstall', async () => {
    expect(await shop.beckonAsPerson('install')).toMatchObject({ code: 0, err: '' });
    expect(await shop.beckonAsPerson('uninstall')).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it.each([
    ['a file that cannot be read', 0o000, 0o755, 'cannot be read (permission denied)'],
    ['a file that cannot be written', 0o444, 0o755, 'cannot be written (permission denied)'],
    ['a folder that cannot be written', 0o644, 0o555, 'cannot be written (permission denied)'],
    ['a folder that cannot be entered', 0o644, 0o000, 'cannot be read (permission denied)'],
  ])('is refused %s, which stays as it is', async (_, mode, folderMode, reason) => {
    shop.write(shop.local, '{"a":1}');
    const folder = join(shop.workspace, '.claude');
    chmodSync(shop.local, mode);
    chmodSync(folder, folderMode);
    const { code, out, err } = await shop.beckonAsPerson('install');
    expect([code, out, err]).toEqual([
      1,
      '',
      `beckon install: ${shop.local} ${reason}; nothing was changed\n`,
    ]);
    chmodSync(folder, 0o755);
    expect(readdirSync(folder)).toEqual(['settings.local.json']);
    expect([shop.read(shop.local), statSync(shop.local).mode & 0o777]).toEqual(['{"a":1}', mode]);
    const installs = join(shop.env.BECKON_HOME ?? '', 'installs');
    expect(existsSync(installs) ? readdirSync(installs) : []).toEqual([]);
  });

  it('is refused a workspace that cannot be written, and gets no folder there', async () => {
    chmodSync(shop.workspace, 0o555);
    expect(await shop.beckonAsPerson('install')).toMatchObject({ code: 1, out: '' });
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it('gets a clear line where Beckon’s own folder cannot be written', async () => {
    chmodSync(shop.env.BECKON_HOME ?? '', 0o555);
    const { code, err } = await shop.beckonAsPerson('install');
    chmodSync(shop.env.BECKON_HOME ?? '', 0o755);
    expect([code, err.trim().split('\n').length]).toEqual([1, 1]);
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it('hears from the doctor that a file cannot be read', async () => {
    mkdirSync(join(shop.workspace, '.claude'));
    shop.write(shop.local, '{}');
    chmodSync(shop.local, 0o000);
    expect(await shop.beckonAsPerson('doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^unreadable: .*permission denied/u),
    });
  });
});

describe('a folder whose name a terminal would obey', () => {
  const name = 'a\u001b[31m\u202e\nb\u009b\r\nc\td';
  const obeyed = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

  it.each([
    ['install', '--workspace', name],
    ['doctor', '--workspace', name],
    ['uninstall', '--workspace', name],
    ['serve', '--workspace', `${name}/missing`],
    ['run', 'all', '--workspace', name],
    ['hooks', 'validate', `${name}/HOOK.md`],
    ['hooks', 'list', '--workspace', `${name}/missing`],
    ['runbook', 'validate', `${name}/runbook.yaml`],
    ['hooks', 'list', '--workspace', name],
    ['hooks', 'new', 'mine', '--scope', 'project', '--workspace', name],
    ['hooks', 'allow', name],
    ['hooks', 'deny', name],
    ['emit', 'agent:idle', '--agent', name, name],
    [name],
  ])('is shown, not obeyed: %j %j %j', async (...args) => {
    shop.write(join(shop.workspace, name, '.agents/hooks/x/HOOK.md'), '');
    const { out, err } = await beckon(...args);
    expect(`${out}${err}`).toMatch(/a\\u001b\[31m|a\[31m/u);
    expect(`${out}${err}`).not.toMatch(obeyed);
    expect(`${out}${err}`).not.toMatch(/^[bc](?!eckon)/mu);
  });

  it.each(['install', 'doctor', 'uninstall'])('is the same data in the JSON of %s', async (command) => {
    const folder = join(shop.workspace, name);
    mkdirSync(folder);
    const { out } = await beckon(command, '--workspace', folder, '--agent', 'claude-code', '--json');
    expect(out).not.toMatch(obeyed);
    expect(JSON.parse(out).file).toBe(join(folder, '.claude/settings.local.json'));
  });
});

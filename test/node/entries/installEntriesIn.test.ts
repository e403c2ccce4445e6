import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { uninstallEntriesIn, uninstallEverywhere } from '../../../src/node/entries/uninstallEntriesIn.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

type Options = Partial<Parameters<typeof installEntriesIn>[0]>;
const place = () => ({
  program: claudeCodeHere,
  scope: 'local' as const,
  workspace: shop.workspace,
  env: shop.env,
});
const install = (options: Options = {}) =>
  installEntriesIn({ ...place(), ensureRelay: async () => {}, ...options });
const uninstall = (options: Partial<Parameters<typeof uninstallEntriesIn>[0]> = {}) =>
  uninstallEntriesIn({ ...place(), ...options });
const hooks = (file: string) => JSON.parse(shop.read(file).replace('\uFEFF', '')).hooks;
const records = () => readdirSync(join(shop.env.BECKON_HOME ?? '', 'installs'));
const litter = () => readdirSync(join(shop.workspace, '.claude')).filter((name) => name.includes('beckon-'));

describe('an install into a folder', () => {
  it('makes the file, and an uninstall leaves nothing behind', async () => {
    expect(await install()).toMatchObject({ outcome: 'installed', file: shop.local });
    expect(hooks(shop.local).Stop[0].hooks[0]).toEqual({
      type: 'command',
      command: join(shop.env.BECKON_HOME ?? '', 'bin/claude-code'),
      args: ['Stop'],
      timeout: 660,
    });
    expect(await uninstall()).toEqual({ outcome: 'deleted', file: shop.local });
    expect(existsSync(join(shop.workspace, '.claude'))).toBe(false);
    expect(records()).toEqual([]);
  });

  it('keeps a folder it made once somebody put something into it', async () => {
    await install();
    shop.write(join(shop.workspace, '.claude/commands/a.md'), 'x');
    await uninstall();
    expect(readdirSync(join(shop.workspace, '.claude'))).toEqual(['commands']);
  });

  it('gives back the bytes, the mode and the link, through a link', async () => {
    const bytes = '\uFEFF{\r\n\t"hooks": { },\r\n\t"model": "opus"\r\n}';
    const real = shop.write(join(shop.root, 'home/.config/settings.json'), bytes);
    chmodSync(real, 0o640);
    mkdirSync(join(shop.workspace, '.claude'));
    symlinkSync('../../home/.config/settings.json', shop.local);
    expect(await install()).toMatchObject({ outcome: 'installed' });
    expect(hooks(real).Stop).toHaveLength(1);
    expect(readlinkSync(shop.local)).toBe('../../home/.config/settings.json');
    expect(statSync(real).mode & 0o7777).toBe(0o640);
    expect(await uninstall()).toMatchObject({ outcome: 'removed' });
    expect(shop.read(real)).toBe(bytes);
    expect(lstatSync(shop.local).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o7777).toBe(0o640);
  });

  it('makes the file a link leads to', async () => {
    mkdirSync(join(shop.workspace, '.claude'));
    mkdirSync(join(shop.workspace, 'dotfiles'));
    symlinkSync(join(shop.workspace, 'dotfiles/new.json'), shop.local);
    expect(await install()).toMatchObject({ outcome: 'installed' });
    expect(lstatSync(shop.local).isSymbolicLink()).toBe(true);
    expect(await uninstall()).toMatchObject({ outcome: 'deleted' });
    expect(existsSync(join(shop.workspace, 'dotfiles/new.json'))).toBe(false);
    expect(lstatSync(shop.local).isSymbolicLink()).toBe(true);
  });

  it('twice is once, on the disk too', async () => {
    shop.write(shop.local, '{"a":1}');
    await install();
    const first = statSync(shop.local);
    expect(await install()).toMatchObject({ outcome: 'unchanged' });
    expect(statSync(shop.local)).toMatchObject({ ino: first.ino, mtimeMs: first.mtimeMs });
    await uninstall();
    expect(shop.read(shop.local)).toBe('{"a":1}');
  });

  it('keeps the way back over an edit, a repair and what the program writes itself', async () => {
    shop.write(shop.local, '{\n  "permissions": { }\n}\n');
    await install();
    const value = JSON.parse(shop.read(shop.local));
    delete value.hooks.Stop;
    value.permissions = { allow: ['Bash(ls)'] };
    writeFileSync(shop.local, JSON.stringify(value, null, 2));
    expect(await install()).toMatchObject({ outcome: 'repaired' });
    expect(hooks(shop.local).Stop).toHaveLength(1);
    expect(await uninstall()).toMatchObject({ outcome: 'removed' });
    expect(JSON.parse(shop.read(shop.local))).toEqual({ permissions: { allow: ['Bash(ls)'] } });
  });

  it('takes out the entries also where the record was lost', async () => {
    shop.write(shop.local, '{"a":1}');
    await install();
    rmSync(join(shop.env.BECKON_HOME ?? '', 'installs'), { recursive: true });
    expect(await uninstall()).toMatchObject({ outcome: 'removed' });
    const left = JSON.parse(shop.read(shop.local));
    expect(left.a).toBe(1);
    expect(JSON.stringify(left)).not.toContain('claude-code');
  });

  it('puts a record aside that cannot be read', async () => {
    await install();
    const [name = ''] = records();
    shop.write(join(shop.env.BECKON_HOME ?? '', 'installs', name), '{ torn');
    shop.write(shop.local, '{}');
    await install();
    expect(records().sort()).toEqual([name, `${name}.damaged`]);
  });

  it('has records that only the person can read', async () => {
    await install();
    const folder = join(shop.env.BECKON_HOME ?? '', 'installs');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, records()[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('puts the relay in place before the entries, and writes none without it', async () => {
    const seen: boolean[] = [];
    await install({ ensureRelay: async () => void seen.push(existsSync(shop.local)) });
    await install({ ensureRelay: async () => void seen.push(existsSync(shop.local)) });
    expect(seen).toEqual([false, true]);
    await uninstall();
    const ensureRelay = async () => {
      throw Object.assign(new Error('no'), { code: 'EROFS' });
    };
    const result = await install({ ensureRelay });
    expect(result).toMatchObject({ outcome: 'refused', refusal: { code: 'no-relay' } });
    expect(existsSync(join(shop.workspace, '.claude'))).toBe(false);
  });

  it('goes to the user’s own file, wherever Claude Code keeps it', async () => {
    expect(await install({ scope: 'user' })).toMatchObject({
      file: join(shop.env.HOME ?? '', '.claude/settings.json'),
    });
    const env = { ...shop.env, CLAUDE_CONFIG_DIR: join(shop.root, 'config') };
    expect(await install({ scope: 'user', env })).toMatchObject({
      file: join(shop.root, 'config/settings.json'),
    });
  });
});

describe('an uninstall everywhere', () => {
  it('undoes every install there is a record of, and tells which file refused', async () => {
    const other = join(shop.root, 'other');
    mkdirSync(other);
    shop.write(shop.local, '{"a":1}');
    await install();
    await install({ workspace: other });
    await install({ scope: 'user' });
    writeFileSync(join(other, '.claude/settings.local.json'), '{');
    const results = await uninstallEverywhere([claudeCodeHere], shop.env);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['deleted', 'refused', 'removed']);
    expect(shop.read(shop.local)).toBe('{"a":1}');
    expect(existsSync(join(shop.env.HOME ?? '', '.claude'))).toBe(false);
    expect(records()).toHaveLength(1);
  });
});

describe('a file that changes between reading and writing', () => {
  it('is read again, and keeps the change', async () => {
    shop.write(shop.local, '{"a":1}');
    let times = 0;
    const beforeSwap = async () => {
      if (times++ === 0) {
        writeFileSync(shop.local, '{"a":2}');
      }
    };
    expect(await install({ beforeSwap })).toMatchObject({ outcome: 'installed' });
    expect(JSON.parse(shop.read(shop.local))).toMatchObject({ a: 2, hooks: { Stop: [{}] } });
    await uninstall();
    expect(shop.read(shop.local)).toBe('{"a":2}');
  });

  it('that keeps changing is refused as it is', async () => {
    let times = 0;
    const beforeSwap = async () => void shop.write(shop.local, `{"a":${times++}}`);
    const result = await install({ beforeSwap });
    expect(result).toMatchObject({ outcome: 'refused', refusal: { code: 'changing' } });
    expect(shop.read(shop.local)).toBe(`{"a":${times - 1}}`);
    expect([records(), litter()]).toEqual([[], []]);
  });

  it('that somebody else made meanwhile is not overwritten', async () => {
    let times = 0;
    const beforeSwap = async () => {
      if (times++ === 0) {
        writeFileSync(shop.local, '{"theirs":true}');
      }
    };
    await install({ beforeSwap });
    expect(JSON.parse(shop.read(shop.local))).toMatchObject({ theirs: true, hooks: {} });
    await uninstall();
    expect(shop.read(shop.local)).toBe('{"theirs":true}');
  });

  it('is not deleted or reverted by an uninstall', async () => {
    await install();
    let times = 0;
    const beforeSwap = async () => {
      if (times++ === 0) {
        const value = JSON.parse(shop.read(shop.local));
        writeFileSync(shop.local, JSON.stringify({ added: 1, ...value }));
      }
    };
    expect(await uninstall({ beforeSwap })).toMatchObject({ outcome: 'removed' });
    expect(shop.read(shop.local)).toBe('{"added":1}');
  });
});

describe('a file is refused and stays as it is', () => {
  it.each([
    ['a comment', '{ // x\n}', 'comment'],
    ['a trailing comma', '{"a":1,}', 'trailing-comma'],
    ['no text', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), 'not-text'],
    ['nothing in it', '', 'empty'],
    ['two hooks', '{"hooks":{},"hooks":{}}', 'duplicate-key'],
  ])('with %s', async (_, content, code) => {
    shop.write(shop.local, content);
    const before = statSync(shop.local);
    expect(await install()).toMatchObject({ outcome: 'refused', refusal: { code } });
    expect(await uninstall()).toMatchObject({ outcome: 'refused', refusal: { code } });
    expect(statSync(shop.local)).toMatchObject({
      ino: before.ino,
      mtimeMs: before.mtimeMs,
      size: before.size,
    });
    expect(existsSync(join(shop.env.BECKON_HOME ?? '', 'installs'))).toBe(false);
  });

  it('when it is a folder, a pipe, or a link to itself', async () => {
    mkdirSync(shop.local, { recursive: true });
    expect(await install()).toMatchObject({ refusal: { code: 'not-a-file' } });
    rmSync(shop.local, { recursive: true });
    symlinkSync('settings.local.json', shop.local);
    expect(await install()).toMatchObject({ refusal: { code: 'unreadable' } });
    rmSync(shop.local);
    const { execFileSync } = await import('node:child_process');
    execFileSync('mkfifo', [shop.local]);
    expect(await install()).toMatchObject({ refusal: { code: 'not-a-file' } });
  });
});

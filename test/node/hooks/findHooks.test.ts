import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FoundHook } from '../../../src/node/hooks/findHooks.ts';
import { findHooks } from '../../../src/node/hooks/findHooks.ts';
import { readBounded } from '../../../src/node/hooks/readBounded.ts';
import { readHook } from '../../../src/node/hooks/readHook.ts';
import { HookHouse, hookText } from './hookHouse.ts';

let house: HookHouse;
let reads: string[];
beforeEach(() => {
  house = new HookHouse();
  reads = [];
});
afterEach(() => house.remove());

const find = (more: { readonly home?: string; readonly workspace?: string } = {}) => {
  reads = [];
  return findHooks({
    home: house.home,
    env: house.env,
    workspace: house.workspace,
    read: (path, most) => {
      reads.push(path);
      return readBounded(path, most);
    },
    ...more,
  });
};
const codesOf = ({ problems }: FoundHook) => problems.map(({ code, severity }) => `${severity} ${code}`);
const summary = (found: readonly FoundHook[]) =>
  found.map((one) => [one.scope, one.folder, one.hook?.name, ...codesOf(one)]);
const index = () => house.at('person/.beckon/hooks.json');

describe('the hooks of a person and a workspace', () => {
  it('are found one level deep, the person’s first, by the names of their folders', async () => {
    for (const place of [house.theirs, house.own]) {
      for (const name of ['b', 'a', 'c2']) {
        house.hook(place, name);
      }
    }
    house.write(join(house.own, 'deep/er/HOOK.md'), hookText('er'));
    house.write(join(house.own, 'HOOK.md'), hookText('hooks'));
    house.write(join(house.own, 'other/hook.txt'), '');
    expect(summary(await find())).toEqual([
      ['user', join(house.own, 'a'), 'a'],
      ['user', join(house.own, 'b'), 'b'],
      ['user', join(house.own, 'c2'), 'c2'],
      ['project', join(house.theirs, 'a'), 'a'],
      ['project', join(house.theirs, 'b'), 'b'],
      ['project', join(house.theirs, 'c2'), 'c2'],
    ]);
  });

  it('lie where XDG_CONFIG_HOME says, if that is a full path', async () => {
    house.hook(house.own, 'usual');
    house.hook(house.at('config/agents/hooks'), 'moved');
    const names = async (XDG_CONFIG_HOME: string) =>
      (await findHooks({ home: house.home, env: { ...house.env, XDG_CONFIG_HOME } })).map(
        ({ hook }) => hook?.name,
      );
    expect(await names(house.at('config'))).toEqual(['moved']);
    expect(await names('config')).toEqual(['usual']);
    expect(await names('')).toEqual(['usual']);
  });

  it('are none where there is no place for them, and nothing is made', async () => {
    expect(await find()).toEqual([]);
    expect(await find({ workspace: house.at('nowhere') })).toEqual([]);
    expect(readdirSync(house.home)).toEqual([]);
  });

  it('are told of by the place where that cannot be read', async () => {
    house.hook(house.theirs, 'a');
    mkdirSync(dirname(house.own), { recursive: true });
    symlinkSync('hooks', house.own);
    const found = await findHooks({ home: house.home, env: house.env, workspace: house.workspace });
    expect(found).toMatchObject([
      { scope: 'user', folder: house.own, isPlace: true, problems: [{ code: 'hook.unreadable' }] },
      { scope: 'project', hook: { name: 'a' } },
    ]);
  });

  it('have the real path of their workspace, through whatever link it was named', async () => {
    house.hook(house.theirs, 'a');
    symlinkSync(house.workspace, house.at('alias'));
    const [found] = await find({ workspace: house.at('alias') });
    expect(found).toMatchObject({ folder: join(house.theirs, 'a'), workspace: house.workspace });
  });

  it('are the person’s own where the workspace has the same folder for them', async () => {
    house.hook(house.own, 'a');
    mkdirSync(house.at('workspace/.agents'));
    symlinkSync(house.own, house.theirs);
    expect(summary(await find())).toEqual([['user', join(house.own, 'a'), 'a']]);
  });

  it('come without a hook and with their problems where they are invalid', async () => {
    house.hook(house.own, 'a', 'no front matter');
    house.hook(house.own, 'b', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]));
    mkdirSync(join(house.own, 'c/HOOK.md'), { recursive: true });
    mkdirSync(join(house.own, 'd'));
    execFileSync('mkfifo', [join(house.own, 'd/HOOK.md')]);
    symlinkSync('HOOK.md', join(house.hook(house.own, 'e'), '../e2'));
    mkdirSync(join(house.own, 'f'));
    symlinkSync('HOOK.md', join(house.own, 'f/HOOK.md'));
    expect((await find()).map((one) => [one.folder.slice(-1), one.hook?.name, ...codesOf(one)])).toEqual([
      ['a', undefined, 'error hook.no-frontmatter'],
      ['b', undefined, 'error hook.not-utf8'],
      ['c', undefined, 'error hook.unreadable'],
      ['d', undefined, 'error hook.unreadable'],
      ['e', 'e'],
      ['f', undefined, 'error hook.unreadable'],
    ]);
    // Anything but a file is never opened. The files are read side by side, in no particular order.
    expect(reads.map((path) => path.at(-9)).toSorted()).toEqual(['a', 'b', 'e']);
  });

  it('are valid whatever bytes are behind their front matter', async () => {
    const odd = Buffer.from([0x0a, 0xff, 0xfe, 0xc3, 0x28]);
    const [text, marked] = [hookText('a'), `\uFEFF${hookText('b')}`].map((one) => Buffer.from(one));
    house.hook(house.own, 'a', Buffer.concat([text ?? odd, odd]));
    house.hook(house.own, 'b', Buffer.concat([marked ?? odd, odd]));
    house.hook(house.own, 'c', Buffer.concat([Buffer.from(hookText('c')), Buffer.alloc(100_000, 0xff)]));
    const inside = hookText('d').replace('something', 'some\xffthing');
    house.hook(house.own, 'd', Buffer.from(inside, 'latin1'));
    house.hook(house.own, 'e', Buffer.concat([Buffer.from(hookText('e').slice(0, -24)), odd]));
    const found = await find();
    expect(found.map((one) => [one.folder.slice(-1), one.hook?.name, ...codesOf(one)])).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
      ['d', undefined, 'error hook.not-utf8'],
      ['e', undefined, 'error hook.not-utf8'],
    ]);
    const again = await Promise.all(found.map(readHook));
    expect(again.map(({ hook }) => hook?.name)).toEqual(['a', 'b', 'c', undefined, undefined]);
  });

  it('are warned of a name that is not the folder’s, or that one before has', async () => {
    house.hook(house.own, 'a', hookText('same'));
    house.hook(house.own, 'same');
    house.hook(house.own, 'z', hookText('same'));
    house.hook(house.theirs, 'same');
    expect(summary(await find()).map(([, , ...rest]) => rest)).toEqual([
      ['same', 'warning hook.name-folder'],
      ['same', 'warning hook.same-name'],
      ['same', 'warning hook.name-folder', 'warning hook.same-name'],
      ['same'],
    ]);
  });

  it('are read only at their beginning, whatever comes behind it', async () => {
    const head = hookText('a');
    const behind = Buffer.concat([Buffer.from(head), Buffer.alloc(5_000_000, 0xff)]);
    house.hook(
      house.own,
      'a',
      Buffer.concat([Buffer.from(head), Buffer.alloc(64 * 1024 - head.length, 'ä'), behind]),
    );
    house.hook(house.own, 'b', `---\n${'# ä\n'.repeat(20_000)}name: b\n---\n`);
    const found = await find();
    expect(found.map((one) => [one.hook?.name, ...codesOf(one)])).toEqual([
      ['a'],
      [undefined, 'error hook.too-large'],
    ]);
  });
});

describe('the index of hooks', () => {
  it('makes a thousand hooks be read once, and then only what changed', async () => {
    for (let count = 0; count < 1000; count++) {
      house.hook(house.own, `h${count}`);
    }
    expect(await find()).toHaveLength(1000);
    expect(reads).toHaveLength(1000);
    const first = await find();
    expect(reads).toEqual([]);
    expect(first).toHaveLength(1000);
    const file = join(house.own, 'h7/HOOK.md');
    writeFileSync(file, hookText('h7', 'after_tool'));
    const again = await find();
    expect(reads).toEqual([file]);
    expect(again.find(({ hook }) => hook?.name === 'h7')?.hook?.trigger).toBe('after_tool');
  });

  it('tells the same as the files, also of what is wrong with them', async () => {
    house.hook(house.own, 'a', `---\nname: B\nodd: 1\n---\n`);
    house.hook(
      house.own,
      'b',
      hookText('other').replace('---\n\n', 'matcher:\n  tool: Shell\nmetadata:\n  x: 1\n---\n'),
    );
    const first = await find();
    expect(await find()).toEqual(first);
    expect(reads).toEqual([]);
  });

  it('notices a new time of the same size, and a new size of the same time', async () => {
    const file = join(house.hook(house.own, 'a'), 'HOOK.md');
    const then = new Date(1_700_000_000_000);
    utimesSync(file, then, then);
    await find();
    writeFileSync(file, `${hookText('a')}more`);
    utimesSync(file, then, then);
    await find();
    expect(reads).toEqual([file]);
    utimesSync(file, then, new Date(then.getTime() + 1000));
    await find();
    expect(reads).toEqual([file]);
    await find();
    expect(reads).toEqual([]);
  });

  it('is private, and written only when something changed', async () => {
    house.hook(house.own, 'a');
    await find();
    const before = statSync(index());
    expect(before.mode & 0o777).toBe(0o600);
    await find();
    expect(statSync(index()).ino).toBe(before.ino);
    rmSync(join(house.own, 'a'), { recursive: true });
    await find();
    expect(readFileSync(index(), 'utf8')).not.toContain('HOOK.md');
  });

  it('keeps what it knows of other workspaces', async () => {
    house.hook(house.own, 'own');
    house.hook(house.theirs, 'a');
    await find();
    await find({ workspace: house.root });
    await find();
    expect(reads).toEqual([]);
  });

  it.each([
    ['torn', (text: string) => text.slice(0, -5)],
    ['of another version', (text: string) => text.replace(/"version":\d+/u, '"version":0')],
    ['with a hook of another form', (text: string) => text.replace('"priority":100', '"priority":"x"')],
    ['with an unknown trigger', (text: string) => text.replace('"trigger":"before_tool"', '"trigger":"x"')],
    ['empty', () => ''],
    ['a list', () => '[]'],
  ])('that is %s is not believed, and written anew', async (_, spoil) => {
    house.hook(house.own, 'a');
    const good = await find();
    const text = readFileSync(index(), 'utf8');
    expect(spoil(text)).not.toBe(text);
    writeFileSync(index(), spoil(text));
    expect(await find()).toEqual(good);
    expect(reads).toHaveLength(1);
    expect(readFileSync(index(), 'utf8')).toBe(text);
  });

  it('that cannot be kept is no failure', async () => {
    house.hook(house.own, 'a');
    expect(await find({ home: '/dev/null/nowhere' })).toHaveLength(1);
    execFileSync('mkfifo', [index()]);
    expect(await find()).toHaveLength(1);
  });
});

describe('a hook that is read again', () => {
  it('is what its file says now, with all of its text', async () => {
    house.hook(house.own, 'a');
    house.hook(house.own, 'b', hookText('a'));
    const [first, second] = await find();
    if (!first || !second) throw new Error('no hooks');
    writeFileSync(first.file, `${hookText('other', 'after_tool')}${'x'.repeat(2_000_000)}`);
    const now = await readHook(first);
    expect(now).toMatchObject({
      scope: 'user',
      folder: first.folder,
      hook: { name: 'other', trigger: 'after_tool' },
    });
    expect(codesOf(now)).toEqual(['warning hook.name-folder']);
    expect(now.text).toHaveLength(1024 * 1024);
    expect(codesOf(await readHook(second))).toEqual(['warning hook.name-folder', 'warning hook.same-name']);
  });

  it('goes by the same beginning as when it was found', async () => {
    const text = Buffer.concat([Buffer.from(hookText('a')), Buffer.alloc(70_000, 'x'), Buffer.from([0xff])]);
    house.hook(house.own, 'a', text);
    const [found] = await find();
    if (!found) throw new Error('no hook');
    expect((await readHook(found)).hook).toEqual(found.hook);
    expect(found.hook?.name).toBe('a');
  });

  it('has no hook where it is gone, spoiled or a pipe', async () => {
    house.hook(house.own, 'a');
    const [found] = await find();
    if (!found) throw new Error('no hook');
    writeFileSync(found.file, 'spoiled');
    expect(codesOf(await readHook(found))).toEqual(['error hook.no-frontmatter']);
    expect((await readHook(found)).hook).toBeUndefined();
    rmSync(found.file);
    expect(codesOf(await readHook(found))).toEqual(['error hook.unreadable']);
    execFileSync('mkfifo', [found.file]);
    const pipe = await readHook(found);
    expect([pipe.hook, ...codesOf(pipe)]).toEqual([undefined, 'error hook.unreadable']);
    expect(existsSync(found.file)).toBe(true);
  });
});

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHooks } from '../../../src/node/hooks/findHooks.ts';
import { projectHooksFolder } from '../../../src/node/hooks/hookPlaces.ts';
import { surroundingsOf } from '../../../src/node/hooks/surroundingsOf.ts';
import { consentTo, enableHook, trustWorkspace } from '../../../src/node/hooks/trust.ts';
import { HookHouse, hookText } from './hookHouse.ts';

let house: HookHouse;
let web: string;
beforeEach(() => {
  house = new HookHouse();
  web = house.at('web');
  mkdirSync(web);
});
afterEach(() => house.remove());

const around = (folder: string, workspaces: readonly string[] = [house.workspace]) =>
  surroundingsOf(join(folder, 'HOOK.md'), { home: house.home, env: house.env, workspaces });
const agree = async (workspace: string, hook: string) => {
  await trustWorkspace(house.home, workspace, true);
  await consentTo(house.home, hook, { allowed: true, mayApprove: false });
};
const names = async (folder: string, workspaces?: readonly string[]) =>
  (await around(folder, workspaces)).others.map(({ name, scope }) => `${scope} ${name}`).sort();

describe('what is around a HOOK.md', () => {
  it('is its folder alone where no hooks are found', async () => {
    const folder = house.hook(house.at('elsewhere'), 'one');
    house.hook(house.own, 'mine');
    expect(await around(folder)).toEqual({ folder: 'one', others: [] });
  });

  it('is nothing but a name where there is nothing', async () => {
    expect(await around(house.at('nowhere', 'one'))).toEqual({ folder: 'one', others: [] });
  });

  it('tells whose it is, and whether it is run', async () => {
    const mine = house.hook(house.own, 'mine');
    const theirs = house.hook(house.theirs, 'theirs');
    expect(await around(mine)).toMatchObject({ scope: 'user', standing: 'runs' });
    expect(await around(theirs)).toMatchObject({ scope: 'project', standing: 'untrusted' });
    await trustWorkspace(house.home, house.workspace, true);
    expect(await around(theirs)).toMatchObject({ standing: 'unconsented' });
    await agree(house.workspace, theirs);
    expect(await around(theirs)).toMatchObject({ standing: 'runs' });
    house.write(join(theirs, 'scripts', 'run.sh'), '#!/bin/sh\n', 0o755);
    expect(await around(theirs)).toMatchObject({ standing: 'changed' });
    await enableHook(house.home, theirs, false);
    expect(await around(theirs)).toMatchObject({ standing: 'disabled' });
  });

  it('says that the text is no UTF-8 where that keeps it from being read', async () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const odd = house.hook(house.own, 'odd', latin(hookText('odd').replace('something', 'caf\xe9')));
    const body = house.hook(house.at('elsewhere'), 'body', latin(`${hookText('body')}caf\xe9`));
    expect(await around(odd)).toMatchObject({ notUtf8: true, standing: 'invalid' });
    expect(await around(body)).toEqual({ folder: 'body', others: [] });
  });

  it('says that one cannot be read', async () => {
    expect(await around(house.hook(house.own, 'odd', 'nothing'))).toMatchObject({
      scope: 'user',
      standing: 'invalid',
    });
  });

  it('tells of its script', async () => {
    const mine = house.hook(house.own, 'mine');
    expect(await around(mine)).not.toHaveProperty('script');
    house.write(join(mine, 'scripts', 'run.py'), 'print()\n');
    expect((await around(mine)).script).toEqual({
      name: 'run.py',
      isExecutable: false,
      kind: 'plain',
      text: 'print()\n',
    });
  });

  it('tells of the others that are found where it is used, without itself and what cannot be read', async () => {
    const mine = house.hook(house.own, 'mine');
    const theirs = house.hook(house.theirs, 'theirs', hookText('other', 'before_stop'));
    house.hook(projectHooksFolder(web), 'far');
    house.hook(house.own, 'odd', 'nothing');
    expect(await names(mine, [house.workspace, web])).toEqual(['project far', 'project other']);
    expect(await names(theirs, [house.workspace, web])).toEqual(['user mine']);
    expect((await around(mine)).others).toEqual([
      {
        name: 'other',
        trigger: 'before_stop',
        priority: 100,
        scope: 'project',
        uri: pathToFileURL(join(theirs, 'HOOK.md')).href,
      },
    ]);
  });

  it('says that one of the person’s own is replaced where that is so in every workspace', async () => {
    const mine = house.hook(house.own, 'same');
    await agree(house.workspace, house.hook(house.theirs, 'same'));
    expect(await around(mine, [house.workspace, web])).toMatchObject({ standing: 'runs' });
    expect(await around(mine)).toMatchObject({ standing: 'replaced' });
    await agree(web, house.hook(projectHooksFolder(web), 'same'));
    expect(await around(mine, [house.workspace, web])).toMatchObject({ standing: 'replaced' });
  });

  it('says so too of the second one of a name in one place', async () => {
    house.hook(house.own, 'first', hookText('same'));
    expect(await around(house.hook(house.own, 'second', hookText('same')))).toMatchObject({
      standing: 'replaced',
    });
  });

  it('is known through a link to the workspace', async () => {
    const theirs = house.hook(house.theirs, 'theirs');
    const link = house.at('link');
    symlinkSync(house.workspace, link);
    await agree(house.workspace, theirs);
    expect(await around(join(projectHooksFolder(link), 'theirs'), [link])).toMatchObject({
      folder: 'theirs',
      scope: 'project',
      standing: 'runs',
    });
  });

  it('costs no second reading of a thousand others', async () => {
    for (let at = 0; at < 1000; at += 1) {
      house.hook(house.own, `hook-${at}`);
    }
    const { home, env } = house;
    await findHooks({ home, env });
    // Whoever read them again would find these, since what tells of a change stays as it was.
    const index = join(home, 'hooks.json');
    writeFileSync(index, readFileSync(index, 'utf8').replaceAll('"name":"hook-', '"name":"known-'));
    const { others } = await around(join(house.own, 'hook-7'));
    expect(others).toHaveLength(999);
    expect(others.every(({ name }) => name.startsWith('known-'))).toBe(true);
  });

  it('never throws, whatever became of the home', async () => {
    const mine = house.hook(house.own, 'mine');
    rmSync(house.home, { recursive: true });
    writeFileSync(house.home, 'a file');
    expect(await around(mine)).toMatchObject({ folder: 'mine', scope: 'user', standing: 'runs' });
  });
});

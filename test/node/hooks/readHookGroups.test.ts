import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HookGroup } from '../../../src/core/view/hookRows.ts';
import { appendHookRun } from '../../../src/node/hooks/hookLog.ts';
import { projectHooksFolder } from '../../../src/node/hooks/hookPlaces.ts';
import type { HooksFolder, PowersIn } from '../../../src/node/hooks/readHookGroups.ts';
import { readHookGroups } from '../../../src/node/hooks/readHookGroups.ts';
import { consentTo, trustWorkspace } from '../../../src/node/hooks/trust.ts';
import { ranHook } from '../../support/shownHook.ts';
import { HookHouse, hookText } from './hookHouse.ts';

let house: HookHouse;
let api: HooksFolder;
let web: HooksFolder;
beforeEach(() => {
  house = new HookHouse();
  api = { name: 'api', path: house.workspace };
  web = { name: 'web', path: house.at('web') };
  mkdirSync(web.path, { recursive: true });
});
afterEach(() => house.remove());

/** Of each folder a program is in use that is called as it, and tells of nothing. */
const powersIn: PowersIn = (folders) => folders.map((path) => ({ id: path, name: basename(path), at: {} }));
const read = (...folders: readonly HooksFolder[]) =>
  readHookGroups({ home: house.home, env: house.env }, folders, powersIn);
const agree = async ({ path }: HooksFolder, hook: string) => {
  await trustWorkspace(house.home, path, true);
  await consentTo(house.home, hook, { allowed: true, mayApprove: false });
};
const told = (groups: readonly HookGroup[]) =>
  groups.map(({ name = 'Yours', hooks }) => [
    name,
    ...hooks.map(({ folder, standing }) => `${folder.split('/').at(-1)} ${standing}`),
  ]);

describe('the hooks that a window shows', () => {
  it('are the person’s own, and those of each folder', async () => {
    house.hook(house.own, 'mine');
    house.hook(house.theirs, 'theirs');
    expect(told(await read(api, web))).toEqual([
      ['Yours', 'mine runs'],
      ['api', 'theirs untrusted'],
      ['web'],
    ]);
    expect(told(await read())).toEqual([['Yours', 'mine runs']]);
  });

  it('tell what the programs in use where they run cannot do with them', async () => {
    for (const folder of [house.hook(house.own, 'mine'), house.hook(house.theirs, 'theirs')]) {
      house.write(join(folder, 'scripts', 'run.sh'), '#!/bin/sh\n', 0o755);
    }
    const groups = await read(api, web);
    expect(
      groups.map(({ hooks }) =>
        hooks.map(({ limits }) => limits.map(({ programs }) => programs.map(({ name }) => name))),
      ),
    ).toEqual([[[[basename(api.path), 'web']]], [[[basename(api.path)]]], []]);
  });

  it('tell where one of the person’s own is replaced: everywhere, or only in some folders', async () => {
    house.hook(house.own, 'a');
    house.hook(house.own, 'b');
    house.write(join(house.own, 'c', 'HOOK.md'), 'nothing');
    await agree(api, house.hook(house.theirs, 'a'));
    const [own] = await read(api, web);
    expect(own?.hooks.map(({ standing, replacedIn }) => [standing, replacedIn])).toEqual([
      ['runs', ['api']],
      ['runs', undefined],
      ['invalid', undefined],
    ]);
    await agree(web, house.hook(projectHooksFolder(web.path), 'a'));
    expect(told(await read(api, web))[0]).toEqual(['Yours', 'b runs', 'a replaced', 'c invalid']);
    expect(told(await read(api))[0]).toEqual(['Yours', 'b runs', 'a replaced', 'c invalid']);
  });

  it('are in the order they run; those that could come next, and last those that cannot be read', async () => {
    const urgent = (name: string) => hookText(name).replace('---\n\n', 'priority: 900\n---\n\n');
    house.write(join(house.theirs, 'a', 'HOOK.md'), 'nothing');
    house.hook(house.theirs, 'b');
    house.hook(house.theirs, 'c', urgent('c'));
    await agree(api, house.hook(house.theirs, 'd'));
    await agree(api, house.hook(house.theirs, 'e', urgent('e')));
    expect(told(await read(api))[1]).toEqual([
      'api',
      'e runs',
      'd runs',
      'c unconsented',
      'b unconsented',
      'a invalid',
    ]);
  });

  it('come with their last runs, and with what is wrong with their scripts', async () => {
    house.hook(house.own, 'a');
    const folder = join(house.own, 'a');
    for (let at = 1; at <= 7; at += 1) {
      await appendHookRun(house.home, folder, ranHook({ at }));
    }
    const [own] = await read();
    expect(own?.hooks[0]?.runs.map(({ at }) => at)).toEqual([3, 4, 5, 6, 7]);
    expect(own?.hooks[0]?.problems.map(({ code }) => code)).toEqual(['hook.no-script']);
  });
});

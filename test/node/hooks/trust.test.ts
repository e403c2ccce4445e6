import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standingOf } from '../../../src/core/hookrun/standing.ts';
import { noTrust } from '../../../src/core/hookrun/trust.ts';
import { findHooks } from '../../../src/node/hooks/findHooks.ts';
import { folderHash } from '../../../src/node/hooks/folderHash.ts';
import {
  consentTo,
  enableHook,
  isTrusted,
  readTrust,
  trustWorkspace,
} from '../../../src/node/hooks/trust.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
beforeEach(() => {
  house = new HookHouse();
});
afterEach(() => house.remove());

const file = () => join(house.home, 'trust.json');
const yes = { allowed: true, mayApprove: false };

/** The standing of every hook, as the engine asks for it. */
async function standings(workspace = house.workspace): Promise<readonly string[]> {
  const found = await findHooks({ home: house.home, env: house.env, workspace });
  const trust = await readTrust(house.home);
  return Promise.all(
    found.map(async (one) => standingOf(one, { trust, workspace, hash: await folderHash(one.folder) })),
  );
}

describe('trust', () => {
  it('is in nothing at first', async () => {
    expect(await readTrust(house.home)).toEqual(noTrust);
    expect(await readTrust('/dev/null/nowhere')).toEqual(noTrust);
    expect(readdirSync(house.home)).toEqual([]);
  });

  it('is in one folder by its real path, and in none above or below it', async () => {
    symlinkSync(house.workspace, house.at('alias'));
    mkdirSync(house.at('workspace/sub'));
    expect(await trustWorkspace(house.home, house.at('alias'), true)).toBeUndefined();
    const trust = await readTrust(house.home);
    expect(trust.workspaces).toEqual([house.workspace]);
    const asked = [
      house.workspace,
      house.at('alias'),
      `${house.workspace}/`,
      house.at('workspace/sub'),
      house.root,
    ];
    expect(asked.map((one) => isTrusted(trust, one))).toEqual([true, true, true, false, false]);
    expect(isTrusted(trust, house.at('nowhere'))).toBe(false);
  });

  it('ends, also in a folder that is gone', async () => {
    await trustWorkspace(house.home, house.workspace, true);
    await trustWorkspace(house.home, house.workspace, true);
    rmSync(house.workspace, { recursive: true });
    expect(await trustWorkspace(house.home, house.workspace, false)).toBeUndefined();
    expect((await readTrust(house.home)).workspaces).toEqual([]);
    expect(await trustWorkspace(house.home, house.workspace, true)).toMatch(/^There is no folder [^\n]*\.$/u);
  });

  it('is kept for its owner only', async () => {
    await trustWorkspace(house.home, house.workspace, true);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(house.home)).toEqual(['trust.json']);
  });

  it('of several at once is lost by none', async () => {
    const folders = Array.from({ length: 8 }, (_, count) => house.at(`w${count}`));
    for (const folder of folders) {
      mkdirSync(folder);
    }
    const said = await Promise.all(folders.map((folder) => trustWorkspace(house.home, folder, true)));
    expect(said).toEqual(folders.map(() => undefined));
    expect((await readTrust(house.home)).workspaces.toSorted()).toEqual(folders);
  });

  it.each([
    ['newer', '{"version": 2, "workspaces": ["/"]}', /newer Beckon/u],
    ['damaged', '{"version": 1, "workspaces": ["/"]}', /damaged/u],
    ['empty', '', /damaged/u],
  ])('is in nothing where the file is %s, which is never overwritten', async (_, text, sentence) => {
    writeFileSync(file(), text);
    expect(await readTrust(house.home)).toEqual({ ...noTrust, isUnknown: true });
    const hook = house.hook(house.own, 'a');
    // Nobody knows what the person said no to.
    expect(await standings()).toEqual(['unknown']);
    for (const said of [
      await trustWorkspace(house.home, house.workspace, true),
      await consentTo(house.home, hook, yes),
      await enableHook(house.home, hook, false),
    ]) {
      expect(said).toMatch(sentence);
      expect(said).toMatch(/^[^\n]*\.$/u);
    }
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it('is in nothing where the file is a pipe or a folder', async () => {
    execFileSync('mkfifo', [file()]);
    expect(await readTrust(house.home)).toEqual({ ...noTrust, isUnknown: true });
    expect(await trustWorkspace(house.home, house.workspace, true)).toMatch(/damaged/u);
    rmSync(file());
    mkdirSync(file());
    expect(await trustWorkspace(house.home, house.workspace, true)).toMatch(/damaged/u);
  });

  it('that cannot be kept is said so in one sentence', async () => {
    const said = await trustWorkspace('/dev/null/nowhere', house.workspace, true);
    expect(said).toMatch(/^[^\n]*cannot be written \([^\n]*\)\.$/u);
  });
});

describe('consent', () => {
  it('is to the hook as it is: a change of anything in its folder asks again', async () => {
    const folder = house.hook(house.theirs, 'a');
    const script = house.write(join(folder, 'scripts/run.sh'), 'true\n', 0o755);
    expect(await standings()).toEqual(['untrusted']);
    await trustWorkspace(house.home, house.workspace, true);
    expect(await standings()).toEqual(['unconsented']);
    expect(await consentTo(house.home, folder, yes)).toBeUndefined();
    expect(await standings()).toEqual(['runs']);
    writeFileSync(script, 'false\n');
    expect(await standings()).toEqual(['changed']);
    await consentTo(house.home, folder, { allowed: true, mayApprove: true });
    expect(await standings()).toEqual(['approves']);
    await consentTo(house.home, folder, { allowed: false, mayApprove: true });
    expect(await standings()).toEqual(['denied']);
    expect(Object.values((await readTrust(house.home)).consents)).toMatchObject([{ mayApprove: false }]);
  });

  it('counts through whatever link the workspace is named', async () => {
    symlinkSync(house.workspace, house.at('alias'));
    house.hook(house.theirs, 'a');
    await trustWorkspace(house.home, house.at('alias'), true);
    await consentTo(house.home, house.at('alias/.agents/hooks/a'), yes);
    expect(await standings()).toEqual(['runs']);
    expect(await standings(house.at('alias'))).toEqual(['runs']);
  });

  it('cannot be given to what has no hash, but a no can', async () => {
    const folder = house.hook(house.theirs, 'a');
    symlinkSync('/bin/sh', join(folder, 'out'));
    await trustWorkspace(house.home, house.workspace, true);
    expect(await consentTo(house.home, folder, yes)).toMatch(
      /^The hook in [^\n]* can't be allowed: [^\n]*\.$/u,
    );
    expect(await standings()).toEqual(['unconsented']);
    expect(await consentTo(house.home, folder, { allowed: false, mayApprove: false })).toBeUndefined();
    expect(await standings()).toEqual(['denied']);
  });

  it('outlives that a hook is switched off and on', async () => {
    const folder = house.hook(house.own, 'a');
    await consentTo(house.home, folder, { allowed: true, mayApprove: true });
    await enableHook(house.home, folder, false);
    expect(await standings()).toEqual(['disabled']);
    await enableHook(house.home, folder, true);
    expect(await standings()).toEqual(['approves']);
  });
});

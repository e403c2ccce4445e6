import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { readHealth } from '../../../src/node/entries/readHealth.ts';
import { uninstallEntriesIn } from '../../../src/node/entries/uninstallEntriesIn.ts';
import { claudeCodeHere } from '../../support/programs.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const at = (name: string) => ({
  program: claudeCodeHere,
  scope: 'local' as const,
  workspace: shop.workspace,
  env: { ...shop.env, BECKON_HOME: join(shop.root, name) },
});
const ensureRelay = async (home: string) => {
  shop.write(join(home, 'bin/claude-code'), '#!/bin/sh\n');
  chmodSync(join(home, 'bin/claude-code'), 0o755);
};
const install = (name: string) => installEntriesIn({ ...at(name), ensureRelay });
const uninstall = (name: string) => uninstallEntriesIn(at(name));
const commands = (): string[] =>
  JSON.parse(shop.read(shop.local)).hooks.Stop.map(
    (group: { hooks: { command: string }[] }) => group.hooks[0]?.command,
  );

describe.each([
  ['a/.beckon', 'b/.beckon'],
  ['one', 'two'],
])('two Beckon homes, %s and %s, on one folder', (one, two) => {
  it('have their own entries, and the last one to go leaves nothing of them', async () => {
    shop.git(shop.workspace, 'init', '-q');
    const exclude = join(shop.workspace, '.git/info/exclude');
    const before = shop.read(exclude);
    await install(one);
    await install(two);
    expect(commands()).toEqual([one, two].map((name) => join(shop.root, name, 'bin/claude-code')));
    expect(await install(one)).toMatchObject({ outcome: 'unchanged' });
    await uninstall(one);
    expect(commands()).toEqual([join(shop.root, two, 'bin/claude-code')]);
    expect(shop.git(shop.workspace, 'status', '--porcelain', '-uall')).toBe('');
    await uninstall(two);
    expect(JSON.parse(shop.read(shop.local))).toEqual({});
    expect(shop.read(exclude)).toBe(before);
  });

  it('each hear of their own', async () => {
    await install(one);
    const names = async (name: string) =>
      (await readHealth({ ...at(name), scope: undefined })).findings.map((finding) => finding.name);
    expect(await names(one)).toEqual([]);
    expect(await names(two)).toContain('not-installed');
  });
});

describe('a Beckon home that is gone', () => {
  it('has its entries repaired by the next one', async () => {
    await install('a/.beckon');
    rmSync(join(shop.root, 'a'), { recursive: true });
    expect(await install('b/.beckon')).toMatchObject({ outcome: 'repaired' });
    expect(commands()).toEqual([join(shop.root, 'b/.beckon/bin/claude-code')]);
  });
});

describe('a project’s entries', () => {
  it('find their relay in the person’s own home, which another Beckon home does not hear', async () => {
    const env = { ...shop.env, BECKON_HOME: join(shop.root, 'elsewhere') };
    const place = { program: claudeCodeHere, scope: 'project' as const, workspace: shop.workspace, env };
    const relay = join(shop.env.HOME ?? '', '.beckon/bin/claude-code');
    rmSync(relay);
    await installEntriesIn({ ...place, ensureRelay });
    expect(existsSync(relay)).toBe(true);
    const names = async (more: object) =>
      (await readHealth({ ...place, ...more })).findings.map(({ name }) => name);
    expect(await names({})).toEqual(['other-home']);
    expect(await names({ env: shop.env })).toEqual([]);
    await installEntriesIn({ ...place, scope: 'local', ensureRelay });
    expect(await names({ scope: undefined })).toEqual([]);
    await uninstallEntriesIn({ ...place, scope: 'local' });
    await uninstallEntriesIn(place);
    expect(readdirSync(shop.workspace)).toEqual([]);
  });
});

describe('the undo record', () => {
  it('keeps the first bytes of the file over every repair', async () => {
    const bytes = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"cd /;${shop.env.BECKON_HOME}/bin/claude-code Stop"}]}]},"mine":1}`;
    shop.write(shop.local, bytes);
    const place = {
      program: claudeCodeHere,
      scope: 'local' as const,
      workspace: shop.workspace,
      env: shop.env,
    };
    await installEntriesIn({ ...place, ensureRelay });
    shop.write(shop.local, shop.read(shop.local).replace('"mine":1', '"mine":2').replace('660', '661'));
    expect(await installEntriesIn({ ...place, ensureRelay })).toMatchObject({ outcome: 'repaired' });
    const folder = join(shop.env.BECKON_HOME ?? '', 'installs');
    const { first } = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8'));
    expect(Buffer.from(first, 'base64').toString()).toBe(bytes);
    await uninstallEntriesIn(place);
    expect(JSON.parse(shop.read(shop.local))).toEqual({ mine: 2 });
  });

  it('of a file we made does not delete what the person put there instead', async () => {
    const place = {
      program: claudeCodeHere,
      scope: 'local' as const,
      workspace: shop.workspace,
      env: shop.env,
    };
    await installEntriesIn({ ...place, ensureRelay });
    shop.write(shop.local, '{}');
    expect(await uninstallEntriesIn(place)).toMatchObject({ outcome: 'nothing' });
    expect(shop.read(shop.local)).toBe('{}');
  });

  it('is not needed to leave a person’s own hook alone that only speaks of the relay', async () => {
    const relay = join(shop.env.BECKON_HOME ?? '', 'bin/claude-code');
    const bytes = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"ls -l ${relay} >> /tmp/log; my-own-notify"}]}]}}`;
    shop.write(shop.local, bytes);
    const place = {
      program: claudeCodeHere,
      scope: 'local' as const,
      workspace: shop.workspace,
      env: shop.env,
    };
    expect(await uninstallEntriesIn(place)).toMatchObject({ outcome: 'nothing' });
    await installEntriesIn({ ...place, ensureRelay });
    await uninstallEntriesIn(place);
    expect(shop.read(shop.local)).toBe(bytes);
  });
});

describe('the doctor in a folder of a repository', () => {
  const health = (workspace: string) =>
    readHealth({ program: claudeCodeHere, scope: undefined, workspace, env: shop.env });

  it('names the file that serves, and says where Claude Code skips it', async () => {
    shop.git(shop.workspace, 'init', '-q');
    const folder = join(shop.workspace, 'sub');
    mkdirSync(folder);
    await installEntriesIn({
      program: claudeCodeHere,
      scope: 'local',
      workspace: shop.workspace,
      env: shop.env,
      ensureRelay,
    });
    expect(await health(folder)).toMatchObject({ file: shop.local, findings: [] });
    const value = '"Stop": [{"hooks":[{"type":"command","command":"x","timeout":-1}]},';
    shop.write(shop.local, shop.read(shop.local).replace('"Stop": [', value));
    expect(await health(folder)).toMatchObject({ file: shop.local, findings: [] });
    shop.write(shop.local, shop.read(shop.local).replace('{', '{"model":1,'));
    expect(await health(folder)).toMatchObject({
      file: shop.local,
      findings: [{ name: 'unreadable', message: expect.stringContaining(shop.local) }],
    });
  });

  it('sees that hooks are switched off at the top of the repository', async () => {
    shop.git(shop.workspace, 'init', '-q');
    const folder = join(shop.workspace, 'sub');
    mkdirSync(folder);
    await installEntriesIn({
      program: claudeCodeHere,
      scope: 'local',
      workspace: folder,
      env: shop.env,
      ensureRelay,
    });
    shop.write(shop.local, '{"disableAllHooks":true}');
    expect((await health(folder)).findings).toEqual([
      expect.objectContaining({ name: 'disableAllHooks', message: expect.stringContaining(shop.local) }),
    ]);
  });
});

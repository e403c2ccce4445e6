import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installEntriesIn } from '../../../src/node/entries/installEntriesIn.ts';
import { planInstall } from '../../../src/node/entries/planInstall.ts';
import { readHealth } from '../../../src/node/entries/readHealth.ts';
import { uninstallEntriesIn, uninstallEverywhere } from '../../../src/node/entries/uninstallEntriesIn.ts';
import type { EntryProgram } from '../../../src/node/programNode.ts';
import { takesEntries } from '../../../src/node/programNode.ts';
import { parrotHere } from '../../programs/parrot/here.ts';
import type { Workshop } from './workshop.ts';
import { openWorkshop } from './workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

if (!takesEntries(parrotHere)) {
  throw new Error('the parrot takes entries');
}
const { settings, node } = parrotHere;

/** A program whose own file lies two folders deep in the folder its agents work in. */
const wren: EntryProgram = {
  id: 'parrot',
  name: 'Parrot',
  settings: { ...settings, scopes: ['local'], wanted: (_, relay) => settings.wanted('user', relay) },
  node: {
    entries: {
      ...node.entries,
      file: ({ workspace }) => join(workspace, '.nest/songs/beckon.json'),
    },
  },
};
const place = () => ({ program: wren, scope: 'local' as const, workspace: shop.workspace, env: shop.env });
const install = () => installEntriesIn({ ...place(), ensureRelay: async () => {} });
const uninstall = () => uninstallEntriesIn(place());
const names = async () => (await readHealth(place())).findings.map(({ name }) => name);
const file = () => join(shop.workspace, '.nest/songs/beckon.json');

describe('a file of our own in a folder', () => {
  beforeEach(() => {
    shop.write(join(shop.root, 'home/.beckon/bin/parrot'), '#!/bin/sh\n');
  });

  it('is shown before, made with its folders, and goes with them', async () => {
    const plan = await planInstall(place());
    expect(plan).toMatchObject({ outcome: 'planned', before: undefined, entries: 5 });
    expect(await install()).toMatchObject({ outcome: 'installed' });
    expect(shop.read(file())).toBe('after' in plan ? plan.after : '');
    expect(await install()).toMatchObject({ outcome: 'unchanged' });
    expect(await uninstall()).toMatchObject({ outcome: 'deleted' });
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it('leaves the folders and files that were there', async () => {
    shop.write(join(shop.workspace, '.nest/eggs'), '3');
    await install();
    await uninstall();
    expect(readdirSync(shop.workspace, { recursive: true }).toSorted()).toEqual(['.nest', '.nest/eggs']);
  });

  it('goes with everything else when Beckon goes', async () => {
    await install();
    expect(await uninstallEverywhere([wren], shop.env)).toMatchObject([{ outcome: 'deleted' }]);
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it('is not written where somebody else has a file, and health says so', async () => {
    shop.write(file(), '{"mine":true}');
    expect(await install()).toMatchObject({ outcome: 'refused', refusal: { code: 'not-ours' } });
    expect(await names()).toContain('not-ours');
    expect(await uninstall()).toMatchObject({ outcome: 'nothing' });
    expect(shop.read(file())).toBe('{"mine":true}');
  });

  it('is kept, with the way to it, once somebody else wrote into it', async () => {
    await install();
    const edited = JSON.stringify({ ...JSON.parse(shop.read(file())), mine: 'x' });
    shop.write(file(), edited);
    expect(await names()).toContain('not-ours');
    expect(await uninstall()).toMatchObject({ outcome: 'refused', refusal: { code: 'not-ours' } });
    expect(shop.read(file())).toBe(edited);
  });

  it('is missed where it was deleted, also with the folders that were made for it', async () => {
    await install();
    rmSync(join(shop.workspace, '.nest'), { recursive: true });
    expect(await names()).toContain('lost');
    expect(await install()).toMatchObject({ outcome: 'repaired' });
    await uninstall();
    expect(readdirSync(shop.workspace)).toEqual([]);
  });

  it('is hidden from git, and shown again', async () => {
    shop.git(shop.workspace, 'init', '-q');
    await install();
    expect(shop.git(shop.workspace, 'status', '--short')).toBe('');
    await uninstall();
    expect(shop.read(join(shop.workspace, '.git/info/exclude'))).not.toContain('beckon');
  });

  it('is not written through a folder that is a link to another place', async () => {
    const elsewhere = join(shop.root, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(shop.workspace, '.nest'));
    expect(await install()).toMatchObject({ outcome: 'refused', refusal: { code: 'foreign-link' } });
    expect(existsSync(join(elsewhere, 'songs'))).toBe(false);
    expect(dirname(dirname(file()))).toBe(join(shop.workspace, '.nest'));
  });

  it('is outdated, not changed, where an older Beckon wrote it', async () => {
    await install();
    const newer = { ...wren, settings: { ...wren.settings, wanted: newerText } };
    const { findings } = await readHealth({ ...place(), program: newer });
    expect(findings.map(({ name }) => name)).toContain('outdated');
    expect(findings.map(({ name }) => name)).not.toContain('edited');
  });
});

const newerText: EntryProgram['settings']['wanted'] = (scope, relay) => {
  const wanted = wren.settings.wanted(scope, relay);
  return wanted.kind === 'ownFile' ? { ...wanted, text: `${wanted.text}\n` } : wanted;
};

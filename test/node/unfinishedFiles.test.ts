import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uninstallEntriesIn } from '../../src/node/entries/uninstallEntriesIn.ts';
import { claudeCodeHere } from '../support/programs.ts';
import type { Workshop } from './entries/workshop.ts';
import { openWorkshop } from './entries/workshop.ts';

let shop: Workshop;
beforeEach(() => {
  shop = openWorkshop();
});
afterEach(() => shop.remove());

const uuid = '01234567-89ab-cdef-0123-456789abcdef';
const id = 'a'.repeat(24);
const leftovers = [
  `installs.lock.${id}`,
  `installs.lock.breaking.${id}`,
  `.${uuid}`,
  `bin/.${uuid}`,
  `lib/.${uuid}`,
  `waits/.${uuid}`,
  `env/.${uuid}`,
  `installs/.${'1'.repeat(64)}.beckon-0123456789ab`,
];

describe('what a killed install was about to finish', () => {
  const put = (name: string) => shop.write(join(shop.env.BECKON_HOME ?? '', name), 'torn');
  const uninstall = () =>
    uninstallEntriesIn({ program: claudeCodeHere, scope: 'local', workspace: shop.workspace, env: shop.env });

  it('goes with the next uninstall, and nothing else does', async () => {
    const old = leftovers.map(put);
    const others = ['installs.lock.notes', '.mine', 'lib/relay.sh', `installs/${'1'.repeat(64)}`].map(put);
    for (const path of [...old, ...others]) {
      utimesSync(path, 1, 1);
    }
    expect(await uninstall()).toMatchObject({ outcome: 'nothing' });
    expect(old.filter(existsSync)).toEqual([]);
    expect(others.filter(existsSync)).toEqual(others);
  });

  it('stays while somebody may still be at it', async () => {
    const fresh = leftovers.map(put);
    await uninstall();
    expect(fresh.filter(existsSync)).toEqual(fresh);
  });
});

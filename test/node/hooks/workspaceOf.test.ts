import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noTrust } from '../../../src/core/hookrun/trust.ts';
import { workspaceOf } from '../../../src/node/hooks/workspaceOf.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
beforeEach(() => {
  house = new HookHouse();
  mkdirSync(sub('deep'), { recursive: true });
});
afterEach(() => house.remove());

const sub = (...names: string[]) => join(house.workspace, 'sub', ...names);
const hooksIn = (folder: string) => mkdirSync(join(folder, '.agents', 'hooks'), { recursive: true });
const trusting = (...workspaces: string[]) => ({ ...noTrust, workspaces });

describe('the workspace of an agent', () => {
  it('is the nearest with hooks, and that of its start before the folder it is in now', async () => {
    expect(await workspaceOf(noTrust, sub('deep'))).toBeUndefined();
    hooksIn(house.workspace);
    expect(await workspaceOf(noTrust, sub('deep'))).toBe(house.workspace);
    hooksIn(sub());
    expect(await workspaceOf(noTrust, sub('deep'))).toBe(sub());
    expect(await workspaceOf(noTrust, sub('deep'), house.workspace)).toBe(house.workspace);
    expect(await workspaceOf(noTrust, sub('deep'), 'relative')).toBe(sub());
    expect(await workspaceOf(noTrust, '')).toBeUndefined();
  });

  it('is one that is trusted: folders that nobody trusts switch off no guard above them', async () => {
    hooksIn(house.workspace);
    hooksIn(sub());
    const trust = trusting(house.workspace);
    expect(await workspaceOf(trust, sub('deep'))).toBe(house.workspace);
    expect(await workspaceOf(trust, sub('deep'), sub())).toBe(house.workspace);
    expect(await workspaceOf(trusting(house.workspace, sub()), sub('deep'))).toBe(sub());
    expect(await workspaceOf(trusting(sub('deep')), sub('deep'))).toBe(sub());
  });
});

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeUtf8, readBounded } from '../../../src/node/hooks/readBounded.ts';
import { HookHouse } from './hookHouse.ts';

let house: HookHouse;
beforeEach(() => {
  house = new HookHouse();
});
afterEach(() => house.remove());

describe('a file of which the beginning is read', () => {
  it.each([
    [0, 10, 0, false],
    [10, 10, 10, false],
    [11, 10, 10, true],
    [5000, 4999, 4999, true],
    [5000, 5000, 5000, false],
    [5000, 100_000, 5000, false],
  ])('of %d bytes, at most %d, gives %d', async (size, most, length, isCut) => {
    const file = house.write(house.at('file'), 'x'.repeat(size));
    const read = await readBounded(file, most);
    expect([read.bytes.length, read.isCut]).toEqual([length, isCut]);
  });

  it('is not opened where it is none', async () => {
    execFileSync('mkfifo', [house.at('pipe')]);
    await expect(readBounded(house.at('pipe'), 10)).rejects.toThrow('it is no file');
    const server = createServer().listen(house.at('socket'));
    await once(server, 'listening');
    // Opening one fails with words of the system.
    await expect(readBounded(house.at('socket'), 10)).rejects.toThrow('it is no file');
    server.close();
    await expect(readBounded(house.root, 10)).rejects.toThrow('it is no file');
    await expect(readBounded(house.at('nothing'), 10)).rejects.toThrow(/ENOENT/u);
  });

  it('is UTF-8 where only its last character is cut', async () => {
    const file = house.write(house.at('file'), 'aä');
    expect(decodeUtf8(await readBounded(file, 2))).toBe('a');
    expect(decodeUtf8(await readBounded(file, 3))).toBe('aä');
    writeFileSync(file, Buffer.from([0x61, 0xc3]));
    expect(decodeUtf8(await readBounded(file, 10))).toBeUndefined();
    writeFileSync(file, Buffer.from([0xc3, 0x61, 0x61]));
    expect(decodeUtf8(await readBounded(file, 2))).toBeUndefined();
  });
});

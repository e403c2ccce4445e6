import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileSweep } from '../../src/node/fileSweep.ts';
import { hangMs } from '../support/hangMs.ts';

let root = '';
let sweep: FileSweep;
let changes = 0;
const at = (name: string) => join(root, name);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'beckon-sweep-'));
  changes = 0;
  sweep = new FileSweep(() => changes++, 10);
  writeFileSync(at('there'), 'one');
  await sweep.watch([at('there'), at('not/there/yet')]);
});
afterEach(() => {
  sweep.dispose();
  rmSync(root, { recursive: true });
});

const seen = (count: number) => vi.waitFor(() => expect(changes).toBe(count), { timeout: hangMs });

describe('a sweep over files', () => {
  it('sees one that is changed, deleted, and made again', async () => {
    // Each in one step: a look in the middle of two would see two changes.
    appendFileSync(at('there'), 'two');
    await seen(1);
    rmSync(at('there'));
    await seen(2);
    writeFileSync(at('other'), 'two');
    renameSync(at('other'), at('there'));
    await seen(3);
  });

  it('sees one that another takes the place of, with the same size and time', async () => {
    const time = new Date(1_700_000_000_000);
    utimesSync(at('there'), time, time);
    await seen(1);
    writeFileSync(at('other'), 'eno');
    utimesSync(at('other'), time, time);
    renameSync(at('other'), at('there'));
    await seen(2);
    expect(readFileSync(at('there'), 'utf8')).toBe('eno');
  });

  it('sees one in a folder that was not there', async () => {
    mkdirSync(at('not/there'), { recursive: true });
    writeFileSync(at('not/there/yet'), '');
    await seen(1);
  });

  it('forgets the files before when it is to watch others', async () => {
    await sweep.watch([at('other')]);
    writeFileSync(at('there'), 'two');
    writeFileSync(at('other'), '');
    await seen(1);
  });

  it('says nothing after it was disposed, and leaves no timer', async () => {
    vi.useFakeTimers();
    try {
      const other = new FileSweep(() => changes++, 10);
      other.dispose();
      await other.watch([at('there')]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../../src/core/view/place.ts';
import { Places } from '../../../../src/node/places/places.ts';

let now: number;
let places: Places;
let looks: string[];
let changes: number;
/** What a look finds; a folder that is not in it has not answered yet. */
let found: Map<string, Place>;
let waiting: (() => void)[];

const place = (branch: string): Place => ({ root: '/a', name: 'a', branch, worktree: false });
/** Lets every look answer that can. */
const settle = async () => {
  for (const answer of waiting.splice(0)) {
    answer();
  }
  for (let turn = 0; turn < 10; turn += 1) {
    await Promise.resolve();
  }
};

beforeEach(() => {
  [now, looks, changes, found, waiting] = [0, [], 0, new Map(), []];
  places = new Places({
    now: () => now,
    look: (folder) => {
      looks.push(folder);
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          const answer = found.get(folder);
          return answer ? resolve(answer) : reject(new Error('no'));
        });
      });
    },
  });
  places.onDidChange(() => {
    changes += 1;
  });
});

describe('the places of folders', () => {
  it('are plain folders at first, and what was found from then on', async () => {
    found.set('/a/b', place('main'));
    expect(places.placeOf('/a/b')).toEqual({ root: '/a/b', name: 'b', worktree: false });
    await settle();
    expect([places.placeOf('/a/b'), changes]).toEqual([place('main'), 1]);
  });

  it('need a folder', () => {
    expect([places.placeOf(undefined), places.placeOf(''), looks]).toEqual([undefined, undefined, []]);
  });

  it('are looked at once in five seconds, however often they are asked for', async () => {
    found.set('/a', place('main'));
    for (now = 0; now < 5000; now += 16) {
      places.placeOf('/a');
      await settle();
    }
    expect(looks).toEqual(['/a']);
    now = 5000;
    places.placeOf('/a');
    places.placeOf('/a');
    expect(looks).toEqual(['/a', '/a']);
  });

  it('are not looked at again while a look takes its time', async () => {
    places.placeOf('/a');
    now = 60_000;
    places.placeOf('/a');
    expect(looks).toEqual(['/a']);
    await settle();
    places.placeOf('/a');
    expect(looks).toEqual(['/a', '/a']);
  });

  it('are not looked at by themselves', async () => {
    found.set('/a', place('main'));
    places.placeOf('/a');
    await settle();
    now = 60_000;
    await settle();
    expect(looks).toEqual(['/a']);
  });

  it('tell of a change, and only of a change', async () => {
    for (const [branch, expected] of [
      ['main', 1],
      ['main', 1],
      ['other', 2],
    ] as const) {
      found.set('/a', place(branch));
      places.placeOf('/a');
      await settle();
      expect([places.placeOf('/a'), changes]).toEqual([place(branch), expected]);
      now += 5000;
    }
  });

  it('stay as they were where a look fails', async () => {
    found.set('/a', place('main'));
    places.placeOf('/a');
    await settle();
    found.clear();
    now = 5000;
    places.placeOf('/a');
    await settle();
    expect([places.placeOf('/a'), changes]).toEqual([place('main'), 1]);
  });

  it('are looked at four at a time, the others after them', async () => {
    for (const name of 'abcdef') {
      places.placeOf(`/${name}`);
    }
    expect(looks).toEqual(['/a', '/b', '/c', '/d']);
    await settle();
    expect(looks).toEqual(['/a', '/b', '/c', '/d', '/e', '/f']);
  });

  it('are forgotten ten minutes after they were last asked for', async () => {
    found.set('/a', place('main'));
    found.set('/b', place('main'));
    places.placeOf('/a');
    places.placeOf('/b');
    await settle();
    now = 9 * 60_000;
    places.placeOf('/b');
    await settle();
    now = 10 * 60_000;
    places.placeOf('/c');
    expect(places.placeOf('/b')).toEqual(place('main'));
    expect(places.placeOf('/a')).toEqual({ root: '/a', name: 'a', worktree: false });
  });

  it('tell nobody once they are disposed', async () => {
    found.set('/a', place('main'));
    places.placeOf('/a');
    places.dispose();
    await settle();
    expect(changes).toBe(0);
  });

  it('keep nobody waiting once they are disposed', async () => {
    vi.useFakeTimers();
    try {
      const waiting = places.known('/a');
      expect(vi.getTimerCount()).toBe(1);
      places.dispose();
      await waiting;
      await places.known('/b');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

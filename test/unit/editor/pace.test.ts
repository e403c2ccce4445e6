import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { frameMs, Pace, paceMs } from '../../../src/editor/pace.ts';

describe('a pace', () => {
  let drawnAt: number[] = [];
  let isSeen = true;
  let pace = new Pace(() => isSeen);

  beforeEach(() => {
    vi.useFakeTimers();
    const begin = performance.now();
    drawnAt = [];
    isSeen = true;
    pace = new Pace(() => {
      drawnAt.push(performance.now() - begin);
      return isSeen;
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('draws the first change at once, also after a quiet moment', () => {
    pace.request();
    vi.advanceTimersByTime(0);
    vi.advanceTimersByTime(10_000);
    pace.request();
    vi.advanceTimersByTime(0);
    expect(drawnAt).toEqual([0, 10_000]);
  });

  it('draws changes that go on and on at a steady pace, each long enough after the one before', () => {
    // 50 changes a second.
    for (let at = 0; at < 1000; at += 20) {
      pace.request();
      vi.advanceTimersByTime(20);
    }
    expect(drawnAt).toEqual([0, 1, 2, 3, 4].map((count) => count * paceMs));
  });

  it('draws the last change', () => {
    pace.request();
    vi.advanceTimersByTime(1);
    pace.request();
    vi.advanceTimersByTime(10_000);
    expect(drawnAt).toEqual([0, paceMs]);
  });

  it('does not put a change off for one that nobody sees', () => {
    isSeen = false;
    pace.request();
    vi.advanceTimersByTime(0);
    pace.request();
    vi.advanceTimersByTime(paceMs);
    expect(drawnAt).toEqual([0, frameMs]);
  });

  it('draws changes of the same turn together', () => {
    pace.request();
    pace.request();
    vi.advanceTimersByTime(10_000);
    expect(drawnAt).toEqual([0]);
  });

  it('goes on drawing when the clock is set back', () => {
    pace.request();
    vi.advanceTimersByTime(1);
    vi.setSystemTime(Date.now() - 3_600_000);
    pace.request();
    vi.advanceTimersByTime(paceMs);
    expect(drawnAt).toEqual([0, paceMs]);
  });

  it('draws nothing where nothing changed, and nothing after its end', () => {
    vi.advanceTimersByTime(1000);
    pace.request();
    pace.dispose();
    vi.advanceTimersByTime(1000);
    expect(drawnAt).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Frame, frameMs } from '../../../src/editor/frame.ts';

describe('a frame', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('draws 200 changes of a second at most 31 times, and the last of them is drawn', () => {
    let [changes, drawn, seen] = [0, 0, 0];
    const frame = new Frame(() => {
      drawn += 1;
      seen = changes;
    });
    for (let at = 0; at < 1000; at += 5) {
      changes += 1;
      frame.request();
      vi.advanceTimersByTime(5);
    }
    vi.advanceTimersByTime(frameMs);
    expect({ changes, seen }).toEqual({ changes: 200, seen: 200 });
    expect(drawn).toBeLessThanOrEqual(31);
    expect(drawn).toBeGreaterThan(20);
  });

  it('draws nothing where nothing changed, and nothing after its end', () => {
    let drawn = 0;
    const frame = new Frame(() => {
      drawn += 1;
    });
    vi.advanceTimersByTime(1000);
    frame.request();
    frame.dispose();
    vi.advanceTimersByTime(1000);
    expect(drawn).toBe(0);
  });
});

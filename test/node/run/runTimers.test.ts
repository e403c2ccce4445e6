import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import { RunTimers } from '../../../src/node/run/runTimers.ts';
import { startOf } from './runHouse.ts';

const hour = 3_600_000;
const start = 10 * hour;

/** A run that waits until then. */
function until(dueAt: number): Run {
  return { ...newRun(startOf()), pending: { kind: 'cooldown', dueAt, trigger: 'on_idle' } };
}

describe('the timer of a run', () => {
  let came: unknown[];
  let timers: RunTimers;
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
    came = [];
    timers = new RunTimers((input) => came.push(input));
  });
  afterEach(() => {
    timers.dispose();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const told = (dueAt: number) => [{ type: 'timeCame', run: 'run-1', dueAt, moved: false }];

  it('tells once which time has come', async () => {
    timers.arm(until(start + 50), undefined);
    await pass(49);
    expect(came).toEqual([]);
    await pass(hour);
    expect(came).toEqual(told(start + 50));
  });

  it('that fires before its time waits for the rest', async () => {
    timers.arm(until(start + 50), undefined);
    // Both clocks of the machine lag behind its timers, as they do by a part of a millisecond.
    const [date, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)];
    vi.spyOn(Date, 'now').mockImplementation(() => date() - 1);
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic() - 1);
    await pass(50);
    expect(came).toEqual([]);
    await pass(1);
    expect(came).toEqual(told(start + 50));
  });

  it('waits no longer where the clock is set back meanwhile', async () => {
    timers.arm(until(start + 50), undefined);
    vi.setSystemTime(start - hour);
    await pass(50);
    expect(came).toEqual(told(start + 50));
  });

  it('may be longer than a timer of Node can be', async () => {
    const dueAt = start + 30 * 24 * hour;
    timers.arm(until(dueAt), undefined);
    await pass(30 * 24 * hour - 1);
    expect(came).toEqual([]);
    await pass(1);
    expect(came).toEqual(told(dueAt));
  });

  it('that has passed already comes at once', async () => {
    timers.arm(until(start - hour), undefined);
    await pass(0);
    expect(came).toEqual(told(start - hour));
  });

  it('is one: another wait takes its place, and none ends it', async () => {
    timers.arm(until(start + 50), undefined);
    timers.arm(until(start + 80), undefined);
    await pass(60);
    expect(came).toEqual([]);
    const { pending: _, ...settled } = until(0);
    timers.arm(settled, undefined);
    await pass(hour);
    expect(came).toEqual([]);
  });
});

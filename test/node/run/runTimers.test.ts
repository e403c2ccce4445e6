import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../../src/core/run/run.ts';
import { newRun } from '../../../src/core/run/run.ts';
import { RunTimers } from '../../../src/node/run/runTimers.ts';
import { hangMs } from '../../support/hangMs.ts';
import { startOf } from './runHouse.ts';

const minute = 60_000;
const hour = 60 * minute;
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
  const told = (dueAt: number) => [{ type: 'timeCame', run: 'run-1', dueAt }];

  it('tells once which time has come', async () => {
    timers.arm(until(start + 50), {});
    await pass(49);
    expect(came).toEqual([]);
    await pass(hour);
    expect(came).toEqual(told(start + 50));
  });

  it('that fires before its time waits for the rest', async () => {
    timers.arm(until(start + 50), {});
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
    timers.arm(until(start + 50), {});
    vi.setSystemTime(start - hour);
    await pass(50);
    expect(came).toEqual(told(start + 50));
  });

  it('may be longer than a timer of Node can be', async () => {
    const dueAt = start + 30 * 24 * hour;
    timers.arm(until(dueAt), {});
    await pass(30 * 24 * hour - 1);
    expect(came).toEqual([]);
    await pass(1);
    expect(came).toEqual(told(dueAt));
  });

  it('that has passed already comes at once', async () => {
    timers.arm(until(start - hour), {});
    await pass(0);
    expect(came).toEqual(told(start - hour));
  });

  it('is one: another wait takes its place, and none ends it', async () => {
    timers.arm(until(start + 50), {});
    timers.arm(until(start + 80), {});
    await pass(60);
    expect(came).toEqual([]);
    const { pending: _, ...settled } = until(0);
    timers.arm(settled, {});
    await pass(hour);
    expect(came).toEqual([]);
  });

  /** What is told after a minute. */
  const afterMinute = (movedAt?: number) => [
    { ...told(start + minute)[0], ...(movedAt === undefined ? {} : { movedAt }) },
  ];

  describe('whose agent has a terminal', () => {
    /** Lets a minute go by in which the terminal tells of an input at that time. */
    const typed = async (inputAt: number, run: Partial<Run> = {}) => {
      timers = new RunTimers(
        (input) => came.push(input),
        () => Promise.resolve(inputAt),
      );
      timers.arm({ ...until(start + minute), ...run }, { pid: 42 });
      await pass(minute);
      return came;
    };

    it('tells until when somebody may have typed', async () => {
      expect(await typed(start + 30_000)).toEqual(afterMinute(start + 32_000));
    });

    it('tells that also where only an input from shortly before shows, since the next ones do not', async () => {
      expect(await typed(start)).toEqual(afterMinute(start + 8000));
    });

    it('tells of nothing where the last input was long before', async () => {
      expect(await typed(start - 1)).toEqual(afterMinute());
    });

    it('does not take its own nudge for that', async () => {
      expect(await typed(start + 1000, { typedAt: start })).toEqual(afterMinute());
    });

    it('takes what a person types after a nudge that was not typed for that', async () => {
      expect(await typed(start + 1000, { nudgedAt: start })).toEqual(afterMinute(start + 8000));
    });

    it('does not believe in an input that is yet to come: the clock was set back', async () => {
      expect(await typed(start + hour)).toEqual(afterMinute());
    });

    it('tells it by the clock as it is then', async () => {
      timers = new RunTimers(
        (input) => came.push(input),
        () => Promise.resolve(start - hour + 30_000),
      );
      timers.arm(until(start + minute), { pid: 42 });
      vi.setSystemTime(start - hour);
      await pass(minute);
      expect(came).toEqual(afterMinute(start - hour + 32_000));
    });
  });

  describe('whose agent has a transcript', () => {
    const folder = mkdtempSync(join(tmpdir(), 'beckon-timers-'));
    const transcript = join(folder, 'a.jsonl');
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each([
      ['while it waits', start + 30_000, start + 30_000],
      ['about the turn that is over', start + 1000, undefined],
      ['before', start - 1000, undefined],
      ['in a time to come, since the clock was set back', start + hour, undefined],
    ])('tells when that grew: %s', async (_, wroteAt, movedAt) => {
      writeFileSync(transcript, '{}');
      utimesSync(transcript, wroteAt / 1000, wroteAt / 1000);
      timers.arm(until(start + minute), { transcript });
      await pass(minute);
      await vi.waitFor(() => expect(came).toEqual(afterMinute(movedAt)), { timeout: hangMs });
    });
  });
});

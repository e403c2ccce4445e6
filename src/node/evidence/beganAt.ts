import { readFile } from 'node:fs/promises';

/** Linux counts the start of a process in hundredths of a second since the system started, for whoever asks. */
const ticksPerSecond = 100;

/**
 * When a process began, in milliseconds of the clock as it goes now, from its `start` in the process table; `undefined`
 * where that cannot be told.
 */
export async function beganAt(start: string, now: number): Promise<number | undefined> {
  if (/^\d+$/u.test(start)) {
    const upSeconds = Number((await readFile('/proc/uptime', 'utf8').catch(() => '')).split(' ')[0] || 'NaN');
    return known(now - (upSeconds - Number(start) / ticksPerSecond) * 1000);
  }
  return known(Date.parse(start));
}

function known(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}

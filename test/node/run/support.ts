import { setTimeout as pause } from 'node:timers/promises';
import { hangMs } from '../../support/hangMs.ts';

/** Waits until a probe says yes; fails where it never does. */
export async function untilTrue(probe: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + hangMs;
  while (!(await probe())) {
    if (Date.now() > deadline) {
      throw new Error(`waited in vain for ${probe}`);
    }
    await pause(10);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { patienceMs } from '../../support/patience.ts';

/** Waits until a probe says yes; fails when it never does. */
export async function untilTrue(probe: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await probe())) {
    if (Date.now() > deadline) {
      throw new Error(`waited in vain for ${probe}`);
    }
    await pause(10);
  }
}

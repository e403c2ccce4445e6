import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a probe says yes; fails when it does not within ten seconds. */
export async function untilTrue(probe: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await probe())) {
    if (Date.now() > deadline) {
      throw new Error(`waited in vain for ${probe}`);
    }
    await pause(10);
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';

/** Until when notifications are snoozed, in every window of this home; nothing where that cannot be told. */
export function readSnooze(home: string): number | undefined {
  try {
    const text = readFileSync(join(home, 'snooze'), 'utf8');
    return /^\d{1,15}\n$/u.test(text) ? Number(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Snoozes notifications until then, or no longer. Throws where nothing can be written. */
export function writeSnooze(home: string, until: number | undefined): void {
  if (until === undefined) {
    rmSync(join(home, 'snooze'), { force: true });
  } else {
    privateFolder(home);
    writeAtomic(join(home, 'snooze'), `${Math.round(until)}\n`);
  }
}

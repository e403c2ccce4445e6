import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spoolLimits } from '../../core/wire/protocol.ts';
import type { SpooledEvent, WireHead } from '../../core/wire/wireHead.ts';
import { parseSpooled, wireHeaders } from '../../core/wire/wireHead.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';

/** The events that no listener took. */
export class Spool {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'spool');
  }

  /**
   * Takes in what waits, oldest first. Each event is claimed by renaming its file, so that of several listeners one
   * gets it; what is no event is thrown away.
   */
  take(): readonly SpooledEvent[] {
    return this.#names().flatMap((name) => {
      const claimed = join(this.#folder, `.claimed-${randomBytes(4).toString('hex')}-${name}`);
      try {
        renameSync(join(this.#folder, name), claimed);
        const event = parseSpooled(readFileSync(claimed, 'latin1'));
        rmSync(claimed, { force: true });
        return event ? [{ ...event, body: Buffer.from(event.body, 'latin1').toString('utf8') }] : [];
      } catch {
        // Another listener was faster, or the file cannot be read: either way it is not ours.
        return [];
      }
    });
  }

  /** Keeps an event for the next listener, within the limits; the oldest stay, since what follows builds on them. */
  put(head: WireHead, body: string, now: number): void {
    privateFolder(this.#folder);
    const headers = Object.entries(wireHeaders({ at: now, ...head }));
    const lines = [...headers, ['content-length', String(Buffer.byteLength(body))] as const];
    const text = [
      'POST /v1/events HTTP/1.1',
      ...lines.map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\n');
    const size = Buffer.byteLength(text);
    const names = this.#names();
    const fits = names.length < spoolLimits.count && size <= spoolLimits.bytesEach;
    if (fits && this.#bytes(names) + size <= spoolLimits.bytes) {
      writeAtomic(join(this.#folder, `${String(now).padStart(13, '0')}-${head.id}`), text);
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => !name.startsWith('.'))
        .sort();
    } catch {
      return [];
    }
  }

  #bytes(names: readonly string[]): number {
    return names
      .map((name) => statSync(join(this.#folder, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  }
}

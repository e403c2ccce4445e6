import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spooledRequestHead } from '../../core/wire/eventRequest.ts';
import { spoolLimits } from '../../core/wire/protocol.ts';
import type { SpooledEvent, WireHead } from '../../core/wire/wireHead.ts';
import { parseSpooled } from '../../core/wire/wireHead.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';

const unfinishedMs = 60_000;

/** The events that no listener took. */
export class Spool {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'spool');
  }

  /** Removes what a writer or a taker left unfinished long ago. */
  sweep(now: number): void {
    for (const name of this.#all().filter((one) => one.startsWith('.'))) {
      const path = join(this.#folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.isFile() && now - found.mtimeMs > unfinishedMs) {
        rmSync(path, { force: true });
      }
    }
  }

  /**
   * Takes in what waits, oldest first. Each event is claimed by renaming its file, so that of several listeners one
   * gets it; what is no event is thrown away.
   */
  take(): readonly SpooledEvent[] {
    return this.#names().flatMap((name) => {
      if (!statSync(join(this.#folder, name), { throwIfNoEntry: false })?.isFile()) {
        return [];
      }
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

  /** Keeps an event for the next listener, within the limits: the oldest go first. One that is too large is not kept. */
  put(head: WireHead, body: string, now: number): void {
    privateFolder(this.#folder);
    const { at = now, id } = head;
    const text = spooledRequestHead({ ...head, at }, Buffer.byteLength(body)) + body;
    if (Buffer.byteLength(text) <= spoolLimits.bytesEach) {
      writeAtomic(join(this.#folder, `${String(at).padStart(13, '0')}-${id}`), text);
      this.#prune();
    }
  }

  #prune(): void {
    let [count, bytes] = [0, 0];
    for (const name of [...this.#names()].reverse()) {
      const path = join(this.#folder, name);
      count += 1;
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (count > spoolLimits.count || bytes > spoolLimits.bytes) {
        rmSync(path, { force: true });
      }
    }
  }

  #names(): readonly string[] {
    return this.#all()
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  #all(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }
}

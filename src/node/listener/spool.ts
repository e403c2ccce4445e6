import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spooledRequestHead } from '../../core/wire/eventRequest.ts';
import { spoolLimits } from '../../core/wire/protocol.ts';
import type { SpooledEvent, WireHead } from '../../core/wire/wireHead.ts';
import { parseSpooled } from '../../core/wire/wireHead.ts';
import { answersSignal, isSameStart, startNow } from '../evidence/processTable.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';
import { claimName, parseClaimName } from './spoolNames.ts';

const unfinishedMs = 60_000;

/** The claims that this process has not finished with, by path. */
const inHand = new Set<string>();

/** An event that a listener has claimed. It stays on disk until `done` is called, so that it survives the listener. */
export interface ClaimedEvent extends SpooledEvent {
  readonly done: () => void;
}

/** The events that no listener took. */
export class Spool {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'spool');
  }

  /**
   * Claims what waits, oldest first. An event is claimed by renaming its file, so that of several listeners one gets it;
   * what a listener had claimed when it died is claimed again. What is no event, and what a writer left unfinished a
   * minute ago, is thrown away.
   */
  claim(now: number): readonly ClaimedEvent[] {
    const all = this.#all();
    for (const name of all) this.#forgetUnfinished(name, now);
    return all
      .flatMap((name) => (this.#isFree(name) ? [{ name, event: parseClaimName(name)?.event ?? name }] : []))
      .sort((a, b) => (a.event < b.event ? -1 : 1))
      .flatMap(({ name, event }) => this.#claimOne(name, event));
  }

  #claimOne(name: string, event: string): readonly ClaimedEvent[] {
    const claim = join(this.#folder, claimName({ pid: process.pid, start: startNow(process.pid) }, event));
    const done = () => {
      try {
        rmSync(claim, { force: true });
        inHand.delete(claim);
      } catch {
        // It stays in hand: this process hears it once.
      }
    };
    try {
      if (!statSync(join(this.#folder, name)).isFile()) return [];
      renameSync(join(this.#folder, name), claim);
      inHand.add(claim);
    } catch {
      // Another listener was faster, or it cannot be claimed: either way it is not ours.
      return [];
    }
    try {
      const read = parseSpooled(readFileSync(claim, 'latin1'));
      if (read) return [{ ...read, body: Buffer.from(read.body, 'latin1').toString('utf8'), done }];
    } catch {
      // It cannot be read: it is no event.
    }
    done();
    return [];
  }

  /** Whether a file is an event that nobody has, or the claim of a process that is gone. */
  #isFree(name: string): boolean {
    const { claimant } = parseClaimName(name) ?? {};
    if (!claimant || claimant.pid === process.pid) {
      return claimant ? !inHand.has(join(this.#folder, name)) : !name.startsWith('.');
    }
    const { pid, start } = claimant;
    return !answersSignal(pid) || !isSameStart(startNow(pid), start);
  }

  #forgetUnfinished(name: string, now: number): void {
    if (!name.startsWith('.') || parseClaimName(name)) return;
    const path = join(this.#folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() && now - found.mtimeMs > unfinishedMs) rmSync(path, { force: true });
  }

  /** Keeps an event for the next listener, within the limits: the oldest go first. Says whether it did: not what is too large. */
  put(head: WireHead, body: string, now: number): boolean {
    privateFolder(this.#folder);
    const { at = now, id } = head;
    const text = spooledRequestHead({ ...head, at }, Buffer.byteLength(body)) + body;
    const fits = Buffer.byteLength(text) <= spoolLimits.bytesEach;
    if (fits) {
      writeAtomic(join(this.#folder, `${String(at).padStart(13, '0')}-${id}`), text);
      this.#prune();
    }
    return fits;
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

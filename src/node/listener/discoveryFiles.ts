import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Discovery } from '../../core/wire/discovery.ts';
import { discoveryText, parseDiscovery } from '../../core/wire/discovery.ts';
import type { Listening } from '../../core/wire/ownerOf.ts';
import { findProcesses, isSameStart, pidDomain } from '../evidence/processTable.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';

/** The discovery file of one listener, and the sight of the others. */
export class DiscoveryFiles {
  /** The id of this listener. */
  readonly id = randomBytes(8).toString('hex');
  readonly #home: string;
  readonly #folder: string;

  constructor(home: string) {
    this.#home = home;
    this.#folder = join(home, 'windows');
  }

  /** Makes this listener known, or tells what changed about it. */
  publish(discovery: Discovery): void {
    privateFolder(this.#folder);
    writeAtomic(join(this.#folder, this.id), discoveryText(discovery));
  }

  /** Whether this listener's file is gone, although the home is not. */
  isMissing(): boolean {
    return !existsSync(join(this.#folder, this.id)) && existsSync(this.#home);
  }

  /** Takes this listener's file away. */
  withdraw(): void {
    remove(join(this.#folder, this.id));
  }

  /**
   * The listeners that are alive, this one included. The files of those that are provably dead go; one that cannot be
   * read, or says what this version does not understand, stays: it may be somebody's.
   */
  live(): Promise<readonly Listening[]> {
    return listening(this.#folder);
  }
}

/** The live listeners of a home. */
export function listeningIn(home: string): Promise<readonly Listening[]> {
  return listening(join(home, 'windows'));
}

async function listening(folder: string): Promise<readonly Listening[]> {
  const domain = await pidDomain();
  const all = namesIn(folder).flatMap((id) => {
    const discovery = read(join(folder, id));
    return discovery ? [{ ...discovery, id }] : [];
  });
  // Nothing can be proven about a process of another machine or container, and nothing reached at its loopback.
  const ours = all.filter((one) => one.domain === undefined || one.domain === domain);
  const living = await findProcesses(ours.map(({ pid }) => pid));
  const lives = ({ pid, processStart }: Listening) => {
    const found = living.get(pid);
    return found !== undefined && isSameStart(found.start, processStart);
  };
  for (const { id } of ours.filter((one) => !lives(one))) {
    remove(join(folder, id));
  }
  return ours.filter(lives);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

// Where nothing can be removed, what is to be read can still be read.
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}

function read(file: string): Discovery | undefined {
  try {
    // Whatever else lies there, a pipe say, is not read: it might never end.
    return statSync(file).isFile() ? parseDiscovery(readFileSync(file, 'utf8')) : undefined;
  } catch {
    return undefined;
  }
}

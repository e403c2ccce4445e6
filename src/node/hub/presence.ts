import type { Discovery } from '../../core/wire/discovery.ts';
import { protocol } from '../../core/wire/protocol.ts';
import { pidDomain, processStart } from '../evidence/processTable.ts';
import type { DiscoveryFiles } from '../listener/discoveryFiles.ts';
import type { Listener } from '../listener/listener.ts';

/** Where a listener is among the others: its folders, the shells in its terminals, whether and when it was used last. */
export type HubPlace = Pick<Discovery, 'folders' | 'terminals' | 'lastFocusedAt' | 'focused'>;

/** What a listener tells of itself and may change. */
type Told = HubPlace & Pick<Discovery, 'asks' | 'agents' | 'starts'>;

/** What the others are told about this listener, in its discovery file. */
export class Presence {
  readonly #files: DiscoveryFiles;
  readonly #listener: Listener;
  readonly #fixed: Pick<Discovery, 'role' | 'startedAt'>;
  #process: Pick<Discovery, 'processStart' | 'domain'> = {};
  #told: Told;
  #known = false;

  constructor(
    files: DiscoveryFiles,
    listener: Listener,
    { role, ...told }: Pick<Discovery, 'role' | 'folders' | 'asks'>,
  ) {
    const startedAt = Date.now();
    this.#files = files;
    this.#listener = listener;
    this.#fixed = { role, startedAt };
    this.#told = {
      ...told,
      terminals: [],
      agents: [],
      starts: [],
      focused: false,
      lastFocusedAt: startedAt,
    };
  }

  /** Finds out what tells this process apart from a later one of its pid. */
  async prepare(): Promise<void> {
    const start = await processStart(process.pid);
    this.#process = { domain: await pidDomain(), ...(start === undefined ? {} : { processStart: start }) };
  }

  /** Makes this listener known. Throws where nothing can be written. */
  publish(): void {
    this.#write(this.#told);
    this.#known = true;
  }

  /**
   * Takes in what changed, and tells it once this listener is known; says whether it was anything new. Where somebody
   * took the file away everything is. Throws where nothing can be written: then it is new the next time too.
   */
  change(change: Partial<Told>): boolean {
    const told = { ...this.#told, ...change };
    const isMissing = this.#known && this.#files.isMissing();
    if (!isMissing && JSON.stringify(told) === JSON.stringify(this.#told)) {
      return false;
    }
    if (this.#known) {
      this.#write(told);
    }
    this.#told = told;
    return true;
  }

  /** Is known no longer, for good. */
  withdraw(): void {
    this.#known = false;
    this.#files.withdraw();
  }

  #write(told: Told): void {
    const { port, token, proof } = this.#listener;
    const fixed = { ...this.#fixed, ...this.#process };
    this.#files.publish({ port, token, proof, pid: process.pid, protocol, ...told, ...fixed });
  }
}

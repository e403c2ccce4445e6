import type { UsageFacts } from '../../../core/usage/usage.ts';
import { LookTurns } from '../../../node/evidence/lookTurns.ts';
import { UsageReader } from './usageReader.ts';

/** What {@link Usages} needs of its surroundings. */
export interface UsagesPorts {
  /** Called after each look at a transcript, whether or not it told something new. */
  readonly tell: (session: string, facts: UsageFacts) => void;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/**
 * Counts the tokens of the conversations that live, and opens no other transcripts. It reads one file at a time, and
 * nobody waits for it. It has no clock of its own: whoever owns it calls {@link Usages.sweep}.
 */
export class Usages {
  readonly #ports: UsagesPorts;
  readonly #readers = new Map<string, UsageReader>();
  readonly #turns = new LookTurns();
  #sweeping: Promise<void> | undefined;

  constructor(ports: UsagesPorts) {
    this.#ports = ports;
  }

  /** Reads the transcript of a conversation, or none where there is no path. Another path is another file. */
  follow(session: string, path: string | undefined): void {
    if (this.#readers.get(session)?.path !== path) {
      this.#readers.delete(session);
      this.#turns.delete(session);
      if (path !== undefined) {
        this.#readers.set(session, new UsageReader(path, session));
        this.#turns.add(session);
      }
    }
  }

  /** Something was heard of a conversation: its transcript may grow. */
  wake(session: string): void {
    this.#turns.wake(session);
  }

  /** Reads nothing more. */
  stop(): void {
    this.#readers.clear();
  }

  /**
   * Looks at the transcripts of those of which something was heard lately, and at some of the others, one after the other;
   * while that is still going on, it is the same sweep.
   */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #sweep(): Promise<void> {
    for (const session of this.#turns.take()) {
      const reader = this.#readers.get(session);
      if (!reader) {
        continue;
      }
      const isWanted = () => this.#readers.get(session) === reader;
      try {
        const facts = isWanted() ? await reader.read(isWanted) : {};
        if (isWanted()) {
          this.#ports.tell(session, facts);
        }
      } catch (error) {
        this.#ports.log('the usage of a transcript cannot be read', {
          code: (error as NodeJS.ErrnoException).code,
        });
      }
    }
  }
}

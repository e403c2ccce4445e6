import type { Event } from '../../core/event/event.ts';
import { LookTurns } from './lookTurns.ts';

/** Reads one transcript as it grows. */
export interface TranscriptReader {
  readonly path: string;
  /** What was written since the last call; the first sums up what is there. */
  read(): Promise<readonly Event[]>;
}

/** What {@link Transcripts} needs of its surroundings. */
export interface TranscriptsPorts {
  /** Begins to read the transcript of a conversation. */
  readonly open: (path: string, session: string) => TranscriptReader;
  readonly tell: (event: Event) => void;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

/**
 * Follows the transcripts of the conversations that live, and looks at no others. It has no clock of its own: whoever
 * owns it calls {@link Transcripts.sweep}.
 */
export class Transcripts {
  readonly #ports: TranscriptsPorts;
  readonly #followers = new Map<string, TranscriptReader>();
  readonly #looks = new Map<string, Promise<void>>();
  readonly #turns = new LookTurns();

  constructor(ports: TranscriptsPorts) {
    this.#ports = ports;
  }

  /** Follows the transcript of a conversation, or none where there is no path. Another path is another file. */
  follow(session: string, path: string | undefined): void {
    if (this.#followers.get(session)?.path !== path) {
      this.#followers.delete(session);
      this.#turns.delete(session);
      if (path !== undefined) {
        this.#followers.set(session, this.#ports.open(path, session));
        this.#turns.add(session);
      }
    }
  }

  /** Something was heard of a conversation: its transcript may grow. */
  wake(session: string): void {
    this.#turns.wake(session);
  }

  /** Tells what was written to the transcript of a conversation since the last look. Looks never overlap. */
  look(session: string): Promise<void> {
    const next = (this.#looks.get(session) ?? Promise.resolve()).then(() => this.#read(session));
    this.#looks.set(session, next);
    return next.finally(() => {
      if (this.#looks.get(session) === next) {
        this.#looks.delete(session);
      }
    });
  }

  /** Looks at the transcripts of those of which something was heard lately, and at some of the others. */
  async sweep(): Promise<void> {
    await Promise.all(this.#turns.take().map((session) => this.look(session)));
  }

  async #read(session: string): Promise<void> {
    const follower = this.#followers.get(session);
    if (!follower) {
      return;
    }
    try {
      const events = await follower.read();
      if (this.#followers.get(session) === follower) {
        events.forEach(this.#ports.tell);
      }
    } catch (error) {
      this.#ports.log('a transcript cannot be read', { code: (error as NodeJS.ErrnoException).code });
    }
  }
}

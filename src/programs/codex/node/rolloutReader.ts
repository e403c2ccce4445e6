import type { Event } from '../../../core/event/event.ts';
import { latestRecord } from '../../../core/event/latestRecord.ts';
import { LineFollower } from '../../../node/evidence/lineFollower.ts';
import type { TranscriptReader } from '../../../node/evidence/transcripts.ts';
import { parseRollout } from '../pure/rollout.ts';

/** Reads one rollout of Codex as it grows. The first look sums up the file in one event. */
export class RolloutReader implements TranscriptReader {
  readonly #lines: LineFollower;
  readonly #session: string;

  constructor(path: string, session: string) {
    this.#lines = new LineFollower(path);
    this.#session = session;
  }

  get path(): string {
    return this.#lines.path;
  }

  async read(): Promise<readonly Event[]> {
    const { lines, isFirst } = await this.#lines.read();
    const events = lines.flatMap((line) => parseRollout(line, this.#session) ?? []);
    const latest = isFirst ? latestRecord(events) : undefined;
    return isFirst ? (latest ? [latest] : []) : events;
  }
}

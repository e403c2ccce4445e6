import type { Event } from '../../../core/event/event.ts';
import { latestRecord } from '../../../core/event/latestRecord.ts';
import { LineFollower } from '../../../node/evidence/lineFollower.ts';
import type { TranscriptReader } from '../../../node/evidence/transcripts.ts';

/** Reads a transcript, in which every line is a record of its own, as it grows. The first look sums up the file in one event. */
export class RecordReader implements TranscriptReader {
  readonly #lines: LineFollower;
  readonly #parse: (line: string) => Event | undefined;

  /** `parse` says what a line tells, if anything. */
  constructor(path: string, parse: (line: string) => Event | undefined) {
    this.#lines = new LineFollower(path);
    this.#parse = parse;
  }

  get path(): string {
    return this.#lines.path;
  }

  async read(): Promise<readonly Event[]> {
    const { lines, isFirst } = await this.#lines.read();
    const events = lines.flatMap((line) => this.#parse(line) ?? []);
    const latest = isFirst ? latestRecord(events) : undefined;
    return isFirst ? (latest ? [latest] : []) : events;
  }
}

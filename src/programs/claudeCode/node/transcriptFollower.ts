import type { Event } from '../../../core/event/event.ts';
import { latestRecord } from '../../../core/event/latestRecord.ts';
import { LineFollower } from '../../../node/evidence/lineFollower.ts';
import type { TranscriptReader } from '../../../node/evidence/transcripts.ts';
import { parseClaudeTranscript } from '../pure/transcript.ts';

/** Most of a transcript is other records, some of them huge: they are not worth parsing. */
const worthParsing = /"type":\s*"(?:user|assistant)"/u;

/** Reads one transcript of Claude Code as it grows. The first look sums up the file in one event. */
export class TranscriptFollower implements TranscriptReader {
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
    const events = lines.flatMap((line) => this.#parse(line));
    const latest = isFirst ? latestRecord(events) : undefined;
    return isFirst ? (latest ? [latest] : []) : events;
  }

  #parse(line: string): readonly Event[] {
    if (!worthParsing.test(line)) {
      return [];
    }
    try {
      const event = parseClaudeTranscript(JSON.parse(line), this.#session);
      // A conversation that was forked may carry records of the one it came from.
      return event?.session === this.#session ? [event] : [];
    } catch {
      return [];
    }
  }
}

import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { Event } from '../../../core/event/event.ts';
import { latestRecord } from '../../../core/event/latestRecord.ts';
import type { LineRest } from '../../../core/event/lineReader.ts';
import { midLine, noRest, readLines } from '../../../core/event/lineReader.ts';
import { statNow } from '../../../node/statNow.ts';
import { parseClaudeTranscript } from '../pure/transcript.ts';

const chunkBytes = 64 * 1024;
const headBytes = 64 * 1024;
const tailBytes = 256 * 1024;
const maxLineBytes = 2 * 1024 * 1024;
const maxBacklogBytes = 8 * 1024 * 1024;

/** Most of a transcript is other records, some of them huge: they are not worth parsing. */
const worthParsing = /"type":\s*"(?:user|assistant)"/u;

/** Reads one transcript of Claude Code as it grows. */
export class TranscriptFollower {
  readonly path: string;
  readonly #session: string;
  #file: string | undefined;
  #offset = 0;
  #rest: LineRest = noRest;

  constructor(path: string, session: string) {
    this.path = path;
    this.#session = session;
  }

  /**
   * What was written since the last call. The first call, and any after the file was replaced, cut short or grew too
   * much to catch up, sums up the file in one event, of which it reads only the beginning and the end. A file that is
   * not there says nothing.
   */
  async read(): Promise<readonly Event[]> {
    // A pipe of that name would keep whoever opens it.
    const there = statNow(this.path);
    if (there && `${there.dev}:${there.ino}` === this.#file && there.size === this.#offset) {
      return [];
    }
    const handle = there?.isFile() ? await open(this.path, 'r').catch(() => undefined) : undefined;
    if (!handle) {
      this.#file = undefined;
      return [];
    }
    try {
      const { dev, ino, size } = await handle.stat();
      const file = `${dev}:${ino}`;
      const goesOn = file === this.#file && size >= this.#offset && size - this.#offset <= maxBacklogBytes;
      this.#file = file;
      return goesOn ? await this.#events(handle, size) : await this.#firstLook(handle, size);
    } finally {
      await handle.close();
    }
  }

  async #firstLook(handle: FileHandle, size: number): Promise<readonly Event[]> {
    const head: Event[] = [];
    [this.#offset, this.#rest] = [0, noRest];
    if (size > headBytes + tailBytes) {
      head.push(...(await this.#events(handle, headBytes)));
      // One byte earlier, so that a line that begins exactly there counts.
      [this.#offset, this.#rest] = [size - tailBytes - 1, midLine];
    }
    const latest = latestRecord([...head, ...(await this.#events(handle, size))]);
    return latest ? [latest] : [];
  }

  async #events(handle: FileHandle, end: number): Promise<Event[]> {
    const events: Event[] = [];
    const buffer = Buffer.alloc(Math.min(chunkBytes, Math.max(0, end - this.#offset)));
    while (this.#offset < end) {
      const length = Math.min(buffer.length, end - this.#offset);
      const { bytesRead } = await handle.read(buffer, 0, length, this.#offset);
      if (bytesRead === 0) {
        break;
      }
      this.#offset += bytesRead;
      const { lines, rest } = readLines(this.#rest, buffer.subarray(0, bytesRead), maxLineBytes);
      this.#rest = rest;
      events.push(...lines.flatMap((line) => this.#parse(Buffer.from(line).toString('utf8'))));
    }
    return events;
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

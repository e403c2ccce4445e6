import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { LineRest } from '../../../core/event/lineReader.ts';
import { noRest, readLines } from '../../../core/event/lineReader.ts';
import type { UsageFacts, UsageRecord, UsageTotals } from '../../../core/usage/usage.ts';
import { addUsage, noUsage, usageFacts } from '../../../core/usage/usage.ts';
import { statNow } from '../../../node/statNow.ts';
import { parseClaudeUsage, unreadUsage } from '../pure/usage.ts';

const chunkBytes = 256 * 1024;
const tailBytes = 1024 * 1024;
/** No message of a model is as long; what is, is dropped unread. */
const maxLineBytes = 4 * 1024 * 1024;
const maxBytes = 64 * 1024 * 1024;

/** What a line must have to be worth parsing: most of a transcript is other records, some of them huge. */
const marks = ['"usage"', '"assistant"'] as const;

/**
 * Counts what one transcript of Claude Code tells of tokens. The first look reads all of it, piece by piece; later ones
 * only what was added. Of a file that is too large only the end is read: it tells of the context, and no cost is known.
 */
export class UsageReader {
  readonly path: string;
  readonly #session: string;
  readonly #maxBytes: number;
  #file: string | undefined;
  #offset = 0;
  #rest: LineRest = noRest;
  #totals: UsageTotals = noUsage;

  constructor(path: string, session: string, limit = maxBytes) {
    this.path = path;
    this.#session = session;
    this.#maxBytes = limit;
  }

  /**
   * What is known after reading on to the end of the file, or until `isWanted` says no. A file that was replaced or cut
   * short is read from its beginning; one that is not there tells nothing.
   */
  async read(isWanted: () => boolean): Promise<UsageFacts> {
    // A pipe of that name would keep whoever opens it.
    const there = statNow(this.path);
    if (there && `${there.dev}:${there.ino}` === this.#file && there.size === this.#offset) {
      return usageFacts(this.#totals);
    }
    const handle = there?.isFile() ? await open(this.path, 'r').catch(() => undefined) : undefined;
    if (!handle) {
      this.#begin(undefined, 0);
      return {};
    }
    try {
      const { dev, ino, size } = await handle.stat();
      const file = `${dev}:${ino}`;
      const goesOn = file === this.#file && size >= this.#offset;
      if (!goesOn || size - this.#offset > this.#maxBytes) {
        this.#begin(file, size);
      }
      await this.#count(handle, size, isWanted);
      return usageFacts(this.#totals);
    } finally {
      await handle.close();
    }
  }

  #begin(file: string | undefined, size: number): void {
    [this.#file, this.#offset, this.#rest, this.#totals] = [file, 0, noRest, noUsage];
    if (size > this.#maxBytes) {
      // What is left of the line in which it begins tells nothing, like any line that cannot be read.
      this.#offset = Math.max(0, size - tailBytes);
      this.#totals = addUsage(noUsage, [unreadUsage]);
    }
  }

  async #count(handle: FileHandle, end: number, isWanted: () => boolean): Promise<void> {
    const buffer = Buffer.alloc(Math.min(chunkBytes, end - this.#offset));
    while (this.#offset < end && isWanted()) {
      const length = Math.min(buffer.length, end - this.#offset);
      const { bytesRead } = await handle.read(buffer, 0, length, this.#offset);
      if (bytesRead === 0) {
        return;
      }
      const { lines, rest } = readLines(this.#rest, buffer.subarray(0, bytesRead), maxLineBytes);
      const records = lines.flatMap((line) =>
        this.#recordsIn(Buffer.from(line.buffer, line.byteOffset, line.byteLength)),
      );
      // Together, so that whoever stops in between goes on where it stopped.
      [this.#offset, this.#rest] = [this.#offset + bytesRead, rest];
      this.#totals = addUsage(this.#totals, records);
    }
  }

  #recordsIn(line: Buffer): readonly UsageRecord[] {
    if (!marks.every((mark) => line.includes(mark))) {
      return [];
    }
    try {
      const record = parseClaudeUsage(JSON.parse(line.toString('utf8')), this.#session);
      return record ? [record] : [];
    } catch {
      return [unreadUsage];
    }
  }
}

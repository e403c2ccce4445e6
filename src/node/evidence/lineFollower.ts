import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import type { LineRest } from '../../core/event/lineReader.ts';
import { midLine, noRest, readLines } from '../../core/event/lineReader.ts';
import { statNow } from '../statNow.ts';

const chunkBytes = 64 * 1024;
const headBytes = 64 * 1024;
const tailBytes = 256 * 1024;
const maxLineBytes = 2 * 1024 * 1024;
const maxBacklogBytes = 8 * 1024 * 1024;

/** Lines of a file that were not read before. */
export interface NewLines {
  readonly lines: readonly string[];
  /** It is the first look at this file: what the lines tell of may be long over, and some in the middle may be missing. */
  readonly isFirst: boolean;
}

/** Reads a file of lines as it grows. */
export class LineFollower {
  readonly path: string;
  #file: string | undefined;
  #offset = 0;
  #rest: LineRest = noRest;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * What was written since the last call. The first call, and any after the file was replaced, cut short or grew too
   * much to catch up, reads only the beginning and the end. A file that is not there says nothing.
   */
  async read(): Promise<NewLines> {
    // A pipe of that name would keep whoever opens it.
    const there = statNow(this.path);
    if (there && `${there.dev}:${there.ino}` === this.#file && there.size === this.#offset) {
      return { lines: [], isFirst: false };
    }
    const handle = there?.isFile() ? await open(this.path, 'r').catch(() => undefined) : undefined;
    if (!handle) {
      this.#file = undefined;
      return { lines: [], isFirst: false };
    }
    try {
      const { dev, ino, size } = await handle.stat();
      const file = `${dev}:${ino}`;
      const goesOn = file === this.#file && size >= this.#offset && size - this.#offset <= maxBacklogBytes;
      this.#file = file;
      const lines = goesOn ? await this.#lines(handle, size) : await this.#firstLook(handle, size);
      return { lines, isFirst: !goesOn };
    } finally {
      await handle.close();
    }
  }

  async #firstLook(handle: FileHandle, size: number): Promise<readonly string[]> {
    const head: string[] = [];
    [this.#offset, this.#rest] = [0, noRest];
    if (size > headBytes + tailBytes) {
      head.push(...(await this.#lines(handle, headBytes)));
      // One byte earlier, so that a line that begins exactly there counts.
      [this.#offset, this.#rest] = [size - tailBytes - 1, midLine];
    }
    return [...head, ...(await this.#lines(handle, size))];
  }

  async #lines(handle: FileHandle, end: number): Promise<readonly string[]> {
    const found: string[] = [];
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
      found.push(...lines.map((line) => Buffer.from(line).toString('utf8')));
    }
    return found;
  }
}

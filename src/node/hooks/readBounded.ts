import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** The beginning of a file. */
export interface FileStart {
  readonly bytes: Buffer;
  /** There is more of it. */
  readonly isCut: boolean;
}

/** Why something is not read that is there. */
export const noFile = 'it is no file';

/**
 * Reads at most so many bytes of a file. Throws as `open` does, and where it is no file: what is none is not opened,
 * since a pipe never ends.
 */
export async function readBounded(path: string, most: number): Promise<FileStart> {
  if (!(await stat(path)).isFile()) {
    throw new Error(noFile);
  }
  // Not even a pipe that came in between makes this wait.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile()) {
      throw new Error(noFile);
    }
    // One more than was there: a file may grow meanwhile, and the size of some is not known.
    const buffer = Buffer.alloc(Math.min(most, Math.max(found.size, 4096)) + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) {
        break;
      }
    }
    const isCut = length > most || length === buffer.length;
    return { bytes: buffer.subarray(0, Math.min(length, most)), isCut };
  } finally {
    await file.close();
  }
}

/** Text of UTF-8; `undefined` where it is something else. Of a cut one the last character may be half. */
export function decodeUtf8({ bytes, isCut }: FileStart): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

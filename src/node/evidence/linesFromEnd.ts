import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 256 * 1024;
const newline = 0x0a;

/**
 * The lines of a file, the last one first, read piece by piece. Lines of more than `maxBytes` are left out, and no more
 * than that is ever kept. `read` is told how many bytes each piece has.
 */
export async function* linesFromEnd(
  file: FileHandle,
  size: number,
  maxBytes: number,
  read: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  let isDropped = false;
  const take = (part: Buffer): void => {
    length += part.length;
    isDropped ||= length > maxBytes;
    rest = isDropped ? [] : [part, ...rest];
  };
  const line = (): Buffer | undefined => {
    const whole = isDropped || length === 0 ? undefined : Buffer.concat(rest);
    [rest, length, isDropped] = [[], 0, false];
    return whole;
  };
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - chunkBytes);
    const chunk = Buffer.alloc(end - from);
    const { bytesRead } = await file.read(chunk, 0, chunk.length, from);
    if (bytesRead < chunk.length) {
      // It was cut short meanwhile: what is left of it is another text.
      return;
    }
    read(bytesRead);
    let stop = chunk.length;
    for (let at = chunk.lastIndexOf(newline); at >= 0; at = chunk.subarray(0, stop).lastIndexOf(newline)) {
      take(chunk.subarray(at + 1, stop));
      const whole = line();
      if (whole) {
        yield whole;
      }
      stop = at;
    }
    take(chunk.subarray(0, stop));
    end = from;
  }
  const first = line();
  if (first) {
    yield first;
  }
}

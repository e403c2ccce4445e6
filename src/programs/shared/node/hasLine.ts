import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** Whether a file has a line of some kind; it is read no further than that. One that cannot be read has none. */
export async function hasLine(path: string, isMeant: (line: string) => boolean): Promise<boolean> {
  try {
    // Whoever opens a pipe would wait for its other end.
    return (await stat(path)).isFile() && (await isInFile(path, isMeant));
  } catch {
    return false;
  }
}

async function isInFile(path: string, isMeant: (line: string) => boolean): Promise<boolean> {
  const input = createReadStream(path, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isMeant(line)) {
        return true;
      }
    }
    return false;
  } finally {
    input.destroy();
  }
}

import { createReadStream } from 'node:fs';
import { claudeProgram } from './cage.ts';

/**
 * Reads the program once from end to end. It is some hundred megabytes, and its first start from a cold disk can take
 * longer than any test waits; from the memory of the system this is over at once.
 */
export async function setup(): Promise<void> {
  for await (const _ of createReadStream(claudeProgram(), { highWaterMark: 2 ** 22 })) {
    // Nothing of it is needed here.
  }
}

import { createReadStream } from 'node:fs';
import { programFile } from './programFile.ts';

/**
 * Reads the large programs once from end to end. They are some hundred megabytes each, and the first start from a cold
 * disk can take longer than any test waits; from the memory of the system this is over at once.
 */
export async function setup(): Promise<void> {
  for (const id of ['claude-code', 'codex', 'copilot-cli'] as const) {
    for await (const _ of createReadStream(programFile(id), { highWaterMark: 2 ** 22 })) {
      // Nothing of it is needed here.
    }
  }
}

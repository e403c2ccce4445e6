import type { Readable } from 'node:stream';

/**
 * Reads `input` to its end; `undefined` if it did not end in time or broke. What is over the limit is thrown away:
 * no listener would take it, but the agent wants to get rid of it.
 */
export function readInput(
  input: Readable,
  { deadlineMs, limit }: { readonly deadlineMs: number; readonly limit: number },
): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(() => resolve(undefined), deadlineMs);
    const finish = (body: Buffer | undefined) => {
      clearTimeout(timer);
      resolve(body);
    };
    input.on('data', (chunk: Buffer) => {
      if (length < limit) {
        chunks.push(chunk);
        length += chunk.length;
      }
    });
    input.once('end', () => finish(Buffer.concat(chunks))).once('error', () => finish(undefined));
  });
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { transcriptPath } from './copilotHome.ts';

/** Whether Copilot CLI has a conversation of this session to resume: somebody said something in it. */
export async function hasConversation(home: string, session: string, transcript?: string): Promise<boolean> {
  const usual = transcriptPath(home, session);
  const files = usual === undefined ? [] : [usual, ...(transcript === undefined ? [] : [transcript])];
  for (const file of files) {
    if (await isSaidIn(file).catch(() => false)) {
      return true;
    }
  }
  return false;
}

async function isSaidIn(file: string): Promise<boolean> {
  // Whoever opens a pipe would wait for its other end.
  if (!(await stat(file)).isFile()) {
    return false;
  }
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('{"type":"user.message"')) {
        return true;
      }
    }
    return false;
  } finally {
    input.destroy();
  }
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import type { ConversationSearch } from '../../../node/programNode.ts';
import { parseStep } from '../pure/chatSteps.ts';
import { chatFile, qwenFolder } from './qwenHome.ts';

/**
 * Whether Qwen Code has a conversation of this session to resume: somebody said something in its chat file. It is resumed
 * only in the folder it was begun in.
 */
export async function hasConversation({
  env,
  folder,
  session,
  transcript,
}: ConversationSearch): Promise<boolean> {
  const likely = chatFile(qwenFolder(env), folder, session);
  if (likely === undefined) {
    return false;
  }
  const told = transcript !== undefined && basename(transcript) === basename(likely) ? [transcript] : [];
  for (const file of [...told, likely]) {
    if (await isSaidIn(file, session).catch(() => false)) {
      return true;
    }
  }
  return false;
}

async function isSaidIn(file: string, session: string): Promise<boolean> {
  // Whoever opens a pipe would wait for its other end.
  if (!(await stat(file)).isFile()) {
    return false;
  }
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (parseStep(line, session)) {
        return true;
      }
    }
    return false;
  } finally {
    input.destroy();
  }
}

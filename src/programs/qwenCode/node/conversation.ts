import { basename } from 'node:path';
import type { ConversationSearch } from '../../../node/programNode.ts';
import { hasLine } from '../../shared/node/hasLine.ts';
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
    if (await hasLine(file, (line) => parseStep(line, session) !== undefined)) {
      return true;
    }
  }
  return false;
}

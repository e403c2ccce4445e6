import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ConversationSearch } from '../../../node/programNode.ts';
import { isSession } from '../../shared/pure/programArgs.ts';
import { codexHome } from './codexHome.ts';

/**
 * Whether Codex has a conversation of this session to resume: it begins to write one down with its first prompt. They are
 * kept by the day they were begun.
 */
export async function hasConversation({ env, session, transcript }: ConversationSearch): Promise<boolean> {
  if (!isSession(session)) {
    return false;
  }
  const end = `-${session}.jsonl`;
  if (transcript !== undefined && basename(transcript).endsWith(end) && (await isFile(transcript))) {
    return true;
  }
  return await isBelow(join(codexHome(env), 'sessions'), end, 3);
}

/** The newest first: what is resumed was begun lately. */
async function isBelow(folder: string, end: string, depth: number): Promise<boolean> {
  const found = await readdir(folder).catch(() => []);
  if (depth === 0) {
    return found.some((name) => name.startsWith('rollout-') && name.endsWith(end));
  }
  for (const name of found
    .filter((one) => /^\d+$/u.test(one))
    .toSorted()
    .reverse()) {
    if (await isBelow(join(folder, name), end, depth - 1)) {
      return true;
    }
  }
  return false;
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

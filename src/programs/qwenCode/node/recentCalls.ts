import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecentCall, RecentCallsSearch } from '../../../node/programNode.ts';
import { callsInFiles } from '../../shared/node/recentCalls.ts';
import { parseQwenCalls } from '../pure/chatCalls.ts';
import { projectFolder, qwenFolder } from './qwenHome.ts';

/** The last uses of tools that the chat files of some folders tell of, the newest first. Never throws. */
export async function recentCalls({
  env,
  folders,
  ...search
}: RecentCallsSearch): Promise<readonly RecentCall[]> {
  const projects = [...new Set(folders.map((folder) => projectFolder(qwenFolder(env), folder)))];
  return await callsInFiles({
    ...search,
    paths: (await Promise.all(projects.map(filesIn))).flat(),
    marks: ['"functionCall"', '"toolCallResult"'],
    parse: parseQwenCalls,
  });
}

/** The chat files of conversations, and those of their subagents. */
async function filesIn(project: string): Promise<readonly string[]> {
  const names = await readdir(project, { recursive: true }).catch(() => []);
  return names
    .filter((name) => /^(?:chats|subagents)\b.*\.jsonl$/u.test(name))
    .map((name) => join(project, name));
}

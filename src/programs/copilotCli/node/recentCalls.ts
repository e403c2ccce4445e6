import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseObject } from '../../../core/text/jsonObject.ts';
import type { RecentCall, RecentCallsSearch } from '../../../node/programNode.ts';
import { callsInFiles } from '../../shared/node/recentCalls.ts';
import { parseCopilotCalls } from '../pure/transcriptCalls.ts';
import { copilotHome, transcriptPath } from './copilotHome.ts';

/** The last uses of tools that the transcripts of some folders tell of, the newest first. Never throws. */
export async function recentCalls({
  env,
  folders,
  ...search
}: RecentCallsSearch): Promise<readonly RecentCall[]> {
  const copilotDir = copilotHome(env);
  const sessions = await readdir(join(copilotDir, 'session-state')).catch(() => []);
  return await callsInFiles({
    ...search,
    paths: sessions.flatMap((session) => transcriptPath(copilotDir, session) ?? []),
    isAbout: (line) => folders.includes(folderIn(line)),
    marks: ['"tool.execution_'],
    parse: parseCopilotCalls,
  });
}

/** Where a conversation was begun. */
function folderIn(line: string): string {
  const { context } = Object(parseObject(line)?.data);
  const { cwd } = Object(context);
  return typeof cwd === 'string' ? cwd : '';
}

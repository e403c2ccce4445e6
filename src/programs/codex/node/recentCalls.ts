import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseObject } from '../../../core/text/jsonObject.ts';
import type { RecentCall, RecentCallsSearch } from '../../../node/programNode.ts';
import { callsInFiles } from '../../shared/node/recentCalls.ts';
import { parseCodexCalls } from '../pure/rolloutCalls.ts';
import { codexHome } from './codexHome.ts';

/** The last uses of tools that the rollouts of some folders tell of, the newest first. Never throws. */
export async function recentCalls({
  env,
  folders,
  ...search
}: RecentCallsSearch): Promise<readonly RecentCall[]> {
  const sessions = join(codexHome(env), 'sessions');
  const names = await readdir(sessions, { recursive: true }).catch(() => []);
  return await callsInFiles({
    ...search,
    paths: names.filter((name) => name.endsWith('.jsonl')).map((name) => join(sessions, name)),
    // They are kept by the day, those of all folders together.
    isAbout: (line) => folders.includes(folderIn(line)),
    marks: ['"function_call', '"custom_tool_call'],
    parse: parseCodexCalls,
  });
}

function folderIn(line: string): string {
  const { cwd } = Object(parseObject(line)?.payload);
  return typeof cwd === 'string' ? cwd : '';
}

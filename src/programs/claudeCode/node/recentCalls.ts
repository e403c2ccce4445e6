import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecentCall, RecentCallsSearch } from '../../../node/programNode.ts';
import { callsInFiles } from '../../shared/node/recentCalls.ts';
import { parseClaudeCalls } from '../pure/transcriptCalls.ts';
import { claudeProjectFolder } from './claudeHome.ts';

/** Whose transcripts are read, and how much of them at most. */
export interface TranscriptSearch extends Omit<RecentCallsSearch, 'env'> {
  readonly configDir: string;
  readonly mostBytes?: number;
}

/** The last uses of tools that the transcripts of some folders tell of, the newest first. Never throws. */
export async function recentCalls({
  configDir,
  folders,
  ...search
}: TranscriptSearch): Promise<readonly RecentCall[]> {
  const projects = [...new Set(folders.map((folder) => claudeProjectFolder(configDir, folder)))];
  const paths = (await Promise.all(projects.map(transcriptsIn))).flat();
  return await callsInFiles({
    ...search,
    paths,
    marks: ['"tool_use"', '"tool_result"'],
    parse: parseClaudeCalls,
  });
}

/** The transcripts of a project: those of conversations, and those of their subagents. */
async function transcriptsIn(project: string): Promise<readonly string[]> {
  const entries = await readdir(project, { withFileTypes: true }).catch(() => []);
  const nested = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }) => {
        const folder = join(project, name, 'subagents');
        return (await readdir(folder).catch(() => [])).map((file) => join(folder, file));
      }),
  );
  const paths = [...entries.map(({ name }) => join(project, name)), ...nested.flat()];
  return paths.filter((path) => path.endsWith('.jsonl'));
}

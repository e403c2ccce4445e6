import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { hasLine } from '../../shared/node/hasLine.ts';
import { claudeTranscriptPath } from './claudeHome.ts';

/**
 * Whether Claude Code has a conversation of this session to resume: its transcript is there, and somebody said
 * something in it.
 *
 * It is resumed by its id from any folder, and may have been begun in another one than `folder`; that one's
 * transcripts are only the first to be looked at. `transcript` is where the agent said that it writes.
 */
export async function hasConversation(
  claudeDir: string,
  folder: string,
  session: string,
  transcript?: string,
): Promise<boolean> {
  const likely = claudeTranscriptPath(claudeDir, folder, session);
  if (likely === undefined) {
    return false;
  }
  const told = transcript !== undefined && basename(transcript) === basename(likely) ? [transcript] : [];
  for (const file of [...told, likely]) {
    if (await hasLine(file, isSaid)) {
      return true;
    }
  }
  const projects = join(claudeDir, 'projects');
  const names = await readdir(projects).catch(() => []);
  const files = names.map((name) => join(projects, name, `${session}.jsonl`));
  const said = await Promise.all(files.map((file) => hasLine(file, isSaid)));
  return said.includes(true);
}

function isSaid(line: string): boolean {
  // Most of a transcript is something else, and large.
  if (!line.includes('"user"') && !line.includes('"assistant"')) {
    return false;
  }
  const type = parseObject(line)?.type;
  return type === 'user' || type === 'assistant';
}

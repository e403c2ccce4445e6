import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
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
    if (await isSaidIn(file).catch(() => false)) {
      return true;
    }
  }
  const projects = join(claudeDir, 'projects');
  const names = await readdir(projects).catch(() => []);
  const files = names.map((name) => join(projects, name, `${session}.jsonl`));
  const said = await Promise.all(files.map((file) => isSaidIn(file).catch(() => false)));
  return said.includes(true);
}

async function isSaidIn(file: string): Promise<boolean> {
  // Whoever opens a pipe would wait for its other end.
  if (!(await stat(file)).isFile()) {
    return false;
  }
  const input = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isSaid(line)) {
        return true;
      }
    }
    return false;
  } finally {
    input.destroy();
  }
}

function isSaid(line: string): boolean {
  // Most of a transcript is something else, and large.
  if (!line.includes('"user"') && !line.includes('"assistant"')) {
    return false;
  }
  try {
    const record = JSON.parse(line) as { readonly type?: unknown } | null;
    return record?.type === 'user' || record?.type === 'assistant';
  } catch {
    return false;
  }
}

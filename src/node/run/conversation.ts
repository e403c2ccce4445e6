import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A longer name of a folder is cut by Claude Code, and ends in a hash. */
const longestName = 200;

/**
 * Whether Claude Code has a conversation of this session that was begun in `folder`, so that it can be resumed there:
 * its transcript is there and somebody said something in it.
 */
export async function hasConversation(claudeDir: string, folder: string, session: string): Promise<boolean> {
  if (!/^[\w-]+$/u.test(session)) {
    return false;
  }
  const projects = join(claudeDir, 'projects');
  const real = await realpath(folder).catch(() => folder);
  const names = [folder, real, real.normalize('NFC')].map(projectName);
  const there = await readdir(projects).catch(() => []);
  const files = there
    .filter((name) => names.some((wanted) => isProject(name, wanted)))
    .map((name) => join(projects, name, `${session}.jsonl`));
  const said = await Promise.all(files.map((file) => isSaidIn(file).catch(() => false)));
  return said.includes(true);
}

/** Claude Code counts in UTF-16 here: some characters become two dashes. */
function projectName(folder: string): string {
  // biome-ignore lint/nursery/useUnicodeRegex: the program's own rule has no such flag
  return folder.replaceAll(/[^a-zA-Z0-9]/g, '-');
}

function isProject(name: string, wanted: string): boolean {
  return wanted.length <= longestName
    ? name === wanted
    : name.startsWith(`${wanted.slice(0, longestName)}-`) && name.length > longestName + 1;
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

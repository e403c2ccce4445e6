import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { linesFromEnd } from '../../../node/evidence/linesFromEnd.ts';
import type { RecentCall, RecentCallsSearch } from '../../../node/programNode.ts';
import { parseClaudeCalls } from '../pure/transcriptCalls.ts';
import { claudeProjectFolder } from './claudeHome.ts';

/** What is read, and how much of it at most. */
export interface TranscriptSearch extends Omit<RecentCallsSearch, 'env'> {
  readonly configDir: string;
  readonly mostBytes?: number;
}

const usualMostBytes = 64 * 1024 * 1024;
const mostFiles = 2000;
const maxLineBytes = 4 * 1024 * 1024;
/** Most of a transcript is other records, some of them huge: they are not worth parsing. */
const marks = ['"tool_use"', '"tool_result"'] as const;

/**
 * The last uses of tools that the transcripts of some folders tell of, the newest first. Files are read from their
 * ends, the newest file first, and only as far as needed. Never throws; where it has to stop, it gives what it has.
 */
export async function recentCalls(search: TranscriptSearch): Promise<readonly RecentCall[]> {
  const { configDir, folders, most, isWanted, mostBytes = usualMostBytes } = search;
  const projects = [...new Set(folders.map((folder) => claudeProjectFolder(configDir, folder)))];
  const files = (await Promise.all(projects.map(transcriptsIn))).flat();
  let calls: readonly RecentCall[] = [];
  let left = mostBytes;
  const goesOn = () => left > 0 && isWanted();
  for (const { path, at } of files.toSorted((a, b) => b.at - a.at).slice(0, mostFiles)) {
    const oldest = calls.length === most ? (calls.at(-1)?.at ?? 0) : Number.NEGATIVE_INFINITY;
    // Nothing in a file is newer than the file.
    if (at < oldest || !goesOn()) {
      break;
    }
    const more = await callsIn(path, most, goesOn, (bytes) => {
      left -= bytes;
    }).catch(() => []);
    calls = newest([...calls, ...more], most);
  }
  return calls;
}

/**
 * The newest of some, each once: a conversation that was forked carries those of the one it came from, and one of the
 * two may have been broken off before the other.
 */
function newest(calls: readonly RecentCall[], most: number): readonly RecentCall[] {
  const once = new Map<string, RecentCall>();
  for (const call of calls) {
    const { ended = false, failed = false } = once.get(call.id) ?? {};
    once.set(call.id, { ...call, ended: ended || call.ended, failed: failed || call.failed });
  }
  return [...once.values()].sort((a, b) => b.at - a.at).slice(0, most);
}

async function callsIn(
  path: string,
  most: number,
  goesOn: () => boolean,
  read: (bytes: number) => void,
): Promise<readonly RecentCall[]> {
  const file = await open(path, 'r');
  try {
    const calls: RecentCall[] = [];
    const [ended, failed] = [new Set<string>(), new Set<string>()];
    const { size } = await file.stat();
    for await (const line of linesFromEnd(file, size, maxLineBytes, read)) {
      if (marks.some((mark) => line.includes(mark))) {
        const told = parse(line);
        // What came of a call is written after it, so from the end it is read before it.
        for (const id of told.ended) {
          ended.add(id);
        }
        for (const id of told.failed) {
          failed.add(id);
        }
        calls.push(
          ...told.calls.map((call) => ({ ...call, ended: ended.has(call.id), failed: failed.has(call.id) })),
        );
      }
      if (calls.length >= most || !goesOn()) {
        break;
      }
    }
    return calls;
  } finally {
    await file.close();
  }
}

function parse(line: Buffer): ReturnType<typeof parseClaudeCalls> {
  try {
    return parseClaudeCalls(JSON.parse(line.toString('utf8')));
  } catch {
    return { calls: [], ended: [], failed: [] };
  }
}

interface Transcript {
  readonly path: string;
  readonly at: number;
}

/** The transcripts of a project: those of conversations, and those of their subagents. */
async function transcriptsIn(project: string): Promise<readonly Transcript[]> {
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
  const found = await Promise.all(
    paths
      .filter((path) => path.endsWith('.jsonl'))
      .map(async (path) => ({ path, stats: await stat(path).catch(() => undefined) })),
  );
  // A pipe of that name would keep whoever opens it.
  return found.flatMap(({ path, stats }) => (stats?.isFile() ? [{ path, at: stats.mtimeMs }] : []));
}

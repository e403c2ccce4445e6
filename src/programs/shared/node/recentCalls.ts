import { type FileHandle, open, stat } from 'node:fs/promises';
import { linesFromEnd } from '../../../node/evidence/linesFromEnd.ts';
import type { RecentCall, RecentCallsSearch } from '../../../node/programNode.ts';
import { type CallRecord, noCalls } from '../pure/callRecord.ts';

/** Which files are read, how, and how much of them at most. */
export interface CallFiles extends Pick<RecentCallsSearch, 'most' | 'isWanted'> {
  /** The files in which a program writes down what was said and done, one record in a line. */
  readonly paths: readonly string[];
  /** Whether a file is about one of the folders, by its first line; all are where this is missing. */
  readonly isAbout?: (firstLine: string) => boolean;
  /** One of these is in every line that tells of a call. Most lines are others, some of them huge: they are not parsed. */
  readonly marks: readonly string[];
  readonly parse: (record: unknown) => CallRecord;
  readonly mostBytes?: number;
}

const usualMostBytes = 64 * 1024 * 1024;
const mostFiles = 2000;
const maxLineBytes = 4 * 1024 * 1024;
const maxFirstLineBytes = 256 * 1024;

/**
 * The last uses of tools that some files tell of, the newest first. Files are read from their ends, the newest file first,
 * and only as far as needed. Never throws; where it has to stop, it gives what it has.
 */
export async function callsInFiles(search: CallFiles): Promise<readonly RecentCall[]> {
  const { most, isWanted, mostBytes = usualMostBytes } = search;
  let calls: readonly RecentCall[] = [];
  let left = mostBytes;
  const goesOn = () => left > 0 && isWanted();
  const files = await filesAt(search.paths);
  for (const { path, at } of files.toSorted((a, b) => b.at - a.at).slice(0, mostFiles)) {
    const oldest = calls.length === most ? (calls.at(-1)?.at ?? 0) : Number.NEGATIVE_INFINITY;
    // Nothing in a file is newer than the file.
    if (at < oldest || !goesOn()) {
      break;
    }
    const more = await callsIn(path, search, goesOn, (bytes) => {
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
  { isAbout, marks, most, parse }: CallFiles,
  goesOn: () => boolean,
  read: (bytes: number) => void,
): Promise<readonly RecentCall[]> {
  const file = await open(path, 'r');
  try {
    if (isAbout && !isAbout(await firstLine(file))) {
      return [];
    }
    const calls: RecentCall[] = [];
    const [ended, failed] = [new Set<string>(), new Set<string>()];
    const { size } = await file.stat();
    for await (const line of linesFromEnd(file, size, maxLineBytes, read)) {
      if (marks.some((mark) => line.includes(mark))) {
        const told = parsed(line, parse);
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

async function firstLine(file: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxFirstLineBytes), 0, maxFirstLineBytes, 0);
  const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n', 1);
  return line;
}

function parsed(line: Buffer, parse: CallFiles['parse']): CallRecord {
  try {
    return parse(JSON.parse(line.toString('utf8')));
  } catch {
    return noCalls;
  }
}

/** Those of some files that are there, and when each was written to last. */
async function filesAt(paths: readonly string[]) {
  const found = await Promise.all(
    paths.map(async (path) => ({ path, stats: await stat(path).catch(() => undefined) })),
  );
  // A pipe of that name would keep whoever opens it.
  return found.flatMap(({ path, stats }) => (stats?.isFile() ? [{ path, at: stats.mtimeMs }] : []));
}

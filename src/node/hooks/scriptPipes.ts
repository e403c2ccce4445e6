import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** What a script reads from and writes to, in the form in which other programs give it. */
export interface ScriptPipes {
  /** What the script gets, by the numbers of open files. */
  readonly given: readonly [number, number, number];
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Lets go of what the script gets, when it has it: otherwise its output would never end. */
  release(): void;
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/**
 * Makes what a script gets: a file with its input, and a pipe for each of its outputs; `undefined` where the system has
 * none. By itself Node gives sockets to its children, and those cannot be opened by a name: a script that writes its
 * reason to `/dev/stderr`, or reads `/dev/stdin`, would fail.
 *
 * The input is no pipe, since opening one by a name waits for somebody who writes. Nothing of it stays on the disk.
 */
export async function makePipes(input: string): Promise<ScriptPipes | undefined> {
  if (process.platform === 'win32') {
    return undefined;
  }
  const opened: number[] = [];
  const open = (path: string, flags: number) => {
    const file = openSync(path, flags);
    opened.push(file);
    return file;
  };
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), 'beckon-'));
    const [text, out, err] = [join(folder, 'in'), join(folder, 'out'), join(folder, 'err')];
    await promisify(execFile)('mkfifo', ['-m', '600', out, err]);
    writeFileSync(text, input, { flag: 'wx', mode: 0o600 });
    // Whoever reads first, without waiting for the other end, keeps both from waiting.
    const ends = [open(out, O_RDONLY | O_NONBLOCK), open(err, O_RDONLY | O_NONBLOCK)] as const;
    const given = [open(text, O_RDONLY), open(out, O_WRONLY), open(err, O_WRONLY)] as const;
    const [stdout, stderr] = ends.map((fd) => new Socket({ fd, readable: true, writable: false }));
    return stdout && stderr ? { given, stdout, stderr, release: () => given.forEach(close) } : undefined;
  } catch {
    opened.forEach(close);
    return undefined;
  } finally {
    if (folder !== undefined) {
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    }
  }
}

function close(file: number): void {
  try {
    closeSync(file);
  } catch {
    // It is closed.
  }
}

import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { hasGroup, signalGroup, startProblem } from '../processGroup.ts';

/** The command of a gate, where it runs, and how long it may take. */
export interface GateCommand {
  readonly command: string;
  readonly folder: string;
  readonly timeoutMs: number;
  readonly env: NodeJS.ProcessEnv;
}

/** What came of a gate. Without a code it was ended by us or by a signal, or could not be started. */
export interface GateEnd {
  readonly code?: number;
  /** The end of what it wrote to stderr, or to stdout where that is empty; then a sentence about why there is no code. */
  readonly output: string;
}

/** A gate that runs. */
export interface RunningGate {
  /** Never rejects, and comes at the latest two seconds after the timeout or {@link RunningGate.stop}. */
  readonly done: Promise<GateEnd>;
  /** Ends it with everything it started; harmless when it is over. */
  stop(): void;
}

const keptCharacters = 4000;
const killAfterMs = 2000;
const drainMs = 500;
/** A longer timer would fire at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Runs the command of a gate in a process group of its own, with nothing to read.
 *
 * The code of the shell counts, also where something it started lives on: that is ended too, unless it has a session of
 * its own.
 */
export function runGate({ command, folder, timeoutMs, env }: GateCommand): RunningGate {
  try {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return watchGate(child, folder, timeoutMs);
  } catch (error) {
    return { done: Promise.resolve({ output: startProblem(folder, error) }), stop: () => {} };
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function watchGate(child: Child, folder: string, timeoutMs: number): RunningGate {
  const [out, err] = [tailOf(child.stdout), tailOf(child.stderr)];
  let ended: string | undefined;
  let drain: NodeJS.Timeout | undefined;
  let over = false;
  let settle = (_: GateEnd) => {};
  const done = new Promise<GateEnd>((resolve) => {
    settle = resolve;
  });
  const finish = (code: number | null, sentence: string) => {
    over = true;
    clearTimeout(timer);
    clearTimeout(drain);
    // Whoever left the group may still hold them.
    child.stdout.destroy();
    child.stderr.destroy();
    const said = err() || out();
    // What it wrote does not tell that it was ended.
    settle(code === null ? { output: `${said}\n${sentence}`.trim() } : { code, output: said });
  };
  const end = (sentence: string) => {
    if (over || ended !== undefined) {
      return;
    }
    ended = sentence;
    clearTimeout(drain);
    signalGroup(child.pid, 'SIGTERM');
    // Also where the shell is gone before: what it started may not listen.
    setTimeout(() => {
      signalGroup(child.pid, 'SIGKILL');
      if (!over) {
        finish(null, sentence);
      }
    }, killAfterMs);
  };
  const tooLong = () => end(`The command was ended after ${timeoutMs / 1000} s.`);
  const timer = setTimeout(tooLong, Math.min(timeoutMs, longestMs));
  child.on('error', (error) => {
    if (!over) {
      finish(null, startProblem(folder, error));
    }
  });
  child.on('exit', (code) => {
    if (over || ended !== undefined) {
      return;
    }
    clearTimeout(timer);
    drain = setTimeout(() => {
      signalGroup(child.pid, 'SIGKILL');
      finish(code, 'The command was stopped by a signal.');
    }, drainMs);
  });
  child.on('close', (code) => {
    // Whoever is left of its group has the rest of that time to end. The number of the group is taken as long as
    // somebody is in it.
    if (!over && (ended !== undefined || !hasGroup(child.pid))) {
      finish(ended === undefined ? code : null, ended ?? 'The command was stopped by a signal.');
    }
  });
  return { done, stop: () => end('The command was ended.') };
}

/** Reads a stream to its end, and gives the last of it. */
function tailOf(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-keptCharacters);
  });
  stream.on('error', () => {});
  // The cut may have left half a character.
  return () => tail.replace(/^[\udc00-\udfff]/, '').trim();
}

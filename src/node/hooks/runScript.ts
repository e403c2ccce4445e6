import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { ScriptEnd } from '../../core/hookrun/scriptEnd.ts';
import { descendants } from '../evidence/processTable.ts';
import { hasGroup, signalGroup } from '../processGroup.ts';
import { realFolder } from '../realFolder.ts';
import type { HookScript } from './hookScript.ts';
import type { ScriptPipes } from './scriptPipes.ts';
import { makePipes } from './scriptPipes.ts';

/** A script to run, and what it gets. */
export interface ScriptRun {
  readonly script: HookScript;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Nobody waits for it: what it leaves behind is left alone. */
  readonly isAsync?: boolean;
}

const keptBytes = 1024 * 1024;
const killAfterMs = 500;
const giveUpAfterMs = 750;
const drainMs = 200;

/**
 * Runs a script in a process group of its own to its end. Never throws, and comes at the latest one second after the
 * timeout or the signal, whoever holds its output open then.
 *
 * Only the output counts for `isCut`: a no by exit code is one, however much it complains.
 */
export async function runScript(run: ScriptRun): Promise<ScriptEnd> {
  const begin = performance.now();
  const { cwd, signal } = run;
  const unheard = (how: ScriptEnd['how'], stderr = ''): ScriptEnd => ({
    how,
    stdout: '',
    stderr,
    ms: performance.now() - begin,
  });
  const pipes = await makePipes(run.input);
  if (signal?.aborted) {
    pipes?.release();
    dropOutput(pipes);
    return unheard('killed');
  }
  try {
    const child = start(run, pipes);
    // A script need not read what it is given.
    child.stdin?.on('error', () => {}).end(run.input);
    const { stdout, stderr } = pipes ?? child;
    return await new Promise((resolve, reject) => {
      if (stdout && stderr) {
        watch({ child, stdout, stderr }, run, (end) => resolve({ ...end, ms: performance.now() - begin }));
      } else {
        child.on('error', reject);
      }
    });
  } catch (error) {
    dropOutput(pipes);
    return unheard('unstarted', startReason(cwd, error));
  }
}

function start({ script, cwd, env }: ScriptRun, pipes: ScriptPipes | undefined): ChildProcess {
  const [program = '', ...given] = script.command;
  try {
    return spawn(program, given, {
      cwd,
      // What Python leaves beside a script would change the folder that a person agreed to.
      env: { PYTHONDONTWRITEBYTECODE: '1', ...env, ...script.env },
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: pipes ? [...pipes.given] : 'pipe',
    });
  } finally {
    pipes?.release();
  }
}

/** Everything that a script started, also what made a group of its own. */
async function strays(pid: number | undefined): Promise<readonly number[]> {
  return pid === undefined ? [] : await descendants(pid).catch(() => []);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}

function dropOutput(pipes: ScriptPipes | undefined): void {
  pipes?.stdout.destroy();
  pipes?.stderr.destroy();
}

interface Streams {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

function watch(streams: Streams, run: ScriptRun, settle: (end: Omit<ScriptEnd, 'ms'>) => void): void {
  const { child, stdout: output, stderr: errors } = streams;
  const { timeoutMs, signal, isAsync = false } = run;
  const [out, err] = [keep(output), keep(errors)];
  let ended: 'timeout' | 'killed' | undefined;
  let hasExited = false;
  let isClosed = false;
  let isOver = false;
  let left: Promise<readonly number[]> | undefined;
  const timers: NodeJS.Timeout[] = [];
  // After a look at what came meanwhile: where this process itself had to wait, the script is not to blame.
  const later = (act: () => void, ms: number) =>
    void timers.push(setTimeout(() => setImmediate(() => isOver || act()), ms));
  const finish = (code: number | null, problem?: string) => {
    if (isOver) {
      return;
    }
    isOver = true;
    for (const timer of timers) {
      clearTimeout(timer);
    }
    signal?.removeEventListener('abort', abort);
    void left?.then((pids) => pids.forEach(kill));
    // Whoever left the group may still hold them.
    for (const stream of [child.stdin, output, errors]) {
      stream?.destroy();
    }
    const { text: stdout, isCut } = out();
    const end = { stdout, stderr: problem ?? err().text, ...(isCut ? { isCut } : {}) };
    const how = problem === undefined ? (ended ?? (code === null ? 'killed' : 'exited')) : 'unstarted';
    settle({ how, ...(how === 'exited' && code !== null ? { exit: code } : {}), ...end });
  };
  const end = (why: 'timeout' | 'killed') => {
    if (ended !== undefined || hasExited) {
      return;
    }
    ended = why;
    // Before anything is ended: who left the group is known only as long as its parents live.
    left = strays(child.pid);
    void left.then(() => signalGroup(child.pid, 'SIGTERM'));
    later(() => {
      signalGroup(child.pid, 'SIGKILL');
      if (isClosed) {
        finish(null);
      }
    }, killAfterMs);
    later(() => finish(null), giveUpAfterMs);
  };
  const abort = () => end('killed');
  later(() => end('timeout'), timeoutMs);
  signal?.addEventListener('abort', abort);
  child.on('error', (error) => finish(null, startReason(run.cwd, error)));
  child.on('exit', (code) => {
    hasExited = true;
    if (ended === undefined) {
      later(() => {
        // What is meant to outlive a script does not keep its output, as every daemon; what does was forgotten, and
        // each event would add one. Behind a script that nobody waits for it may still have its work to do.
        if (!isAsync) {
          signalGroup(child.pid, 'SIGKILL');
        }
        finish(code);
      }, drainMs);
    }
  });
  const closed = () => {
    isClosed = hasExited && open.size === 0;
    // Whoever got the signal too, and keeps no output, has its time to end as well.
    if (isClosed && (ended === undefined || !hasGroup(child.pid))) {
      finish(child.exitCode);
    }
  };
  const open = new Set([output, errors]);
  for (const stream of open) {
    const over = () => {
      open.delete(stream);
      closed();
    };
    stream.on('end', over).on('close', over);
  }
  child.on('exit', closed);
}

/** Reads a stream to its end, and keeps its beginning. */
function keep(stream: Readable): () => { readonly text: string; readonly isCut: boolean } {
  let kept = Buffer.alloc(0);
  let length = 0;
  let isCut = false;
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    // In one piece: a million chunks of one character would take a hundred times their size.
    if (kept.length < Math.min(length + chunk.length, keptBytes)) {
      kept = Buffer.concat([kept.subarray(0, length)], Math.min(2 * (length + chunk.length), keptBytes));
    }
    const taken = chunk.copy(kept, length);
    length += taken;
    isCut ||= taken < chunk.length;
  });
  return () => ({ text: new TextDecoder().decode(kept.subarray(0, length)), isCut });
}

function startReason(cwd: string, error: unknown): string {
  // The system blames the program for a folder that is gone.
  if (realFolder('/', cwd) === undefined) {
    return `there is no folder ${cwd}`;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

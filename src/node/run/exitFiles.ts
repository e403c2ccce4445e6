import { existsSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Run } from '../../core/run/run.ts';
import { isAlive, pidDomain, processStart } from '../evidence/processTable.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';
import type { Start } from './crewPorts.ts';
import { endSession } from './endSession.ts';

const lookMs = 500;

type Exited = (code?: number) => void;

/** The process in which an agent was started. Where it is the agent's alone it ends with it, else it is a person's. */
export interface Shell {
  readonly pid: number;
  /** When it began: its id alone may be another's by now. */
  readonly start: string;
  readonly of: 'agent' | 'person';
}

/** Which agent was about to be started, and where. */
export type Begun = Pick<Start, 'agent' | 'folder'>;

/**
 * The files in which the shell of an agent writes how the agent ended, each with one that names the shell. A terminal
 * outlives the window that made it, so the next window finds the same files.
 */
export class ExitFiles {
  readonly #folder: string;
  readonly #patienceMs: number | undefined;
  readonly #waiting = new Map<string, Exited>();
  /** The files that are over: what is only told of their shells then must not come back. */
  readonly #told = new Set<string>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOver = false;

  /** What is left of a closed terminal has some seconds to end, or so long. */
  constructor(home: string, patienceMs?: number) {
    this.#folder = join(home, 'runs');
    this.#patienceMs = patienceMs;
  }

  /** The file of the newest start of a run's agent. */
  of({ id, launches }: Run): string {
    return join(this.#folder, `${id}-${launches}.exit`);
  }

  /**
   * Makes room for a start: the folder is there, no older file of that name, and a shell that is not known yet. Whoever
   * takes the run over before it is told of the start reads here which agent that is.
   */
  async clear(run: Run, begun?: Begun): Promise<void> {
    privateFolder(this.#folder);
    this.#told.delete(this.of(run));
    await forget(this.of(run));
    await writeFile(shellFile(this.of(run)), begun ? shellText(['', '', '', ''], begun) : '', {
      mode: 0o600,
    });
  }

  /** The agent of the newest start of a run's agent, where that was begun. */
  async begun(run: Run): Promise<Begun | undefined> {
    return readBegun(this.of(run));
  }

  /** Whether the newest start of a run's agent was begun: from then on it may have a process. */
  async hasBegun(run: Run): Promise<boolean> {
    const file = this.of(run);
    return existsSync(shellFile(file)) || (await readCode(file)) !== undefined;
  }

  /** Whether the shell of the newest start of a run's agent ever ran; unless that is known not to be so, it did. */
  async hasRun(run: Run): Promise<boolean> {
    const file = this.of(run);
    const [pid] = (await readFile(shellFile(file), 'utf8').catch(() => 'gone')).split('\n');
    return pid !== '' || existsSync(file);
  }

  /** Keeps who the shell is in which the agent of a run was started, and whose it is when the agent has ended. */
  async keepShell(run: Run, pid: number, of: Shell['of']): Promise<void> {
    const file = this.of(run);
    privateFolder(this.#folder);
    const start = await processStart(pid);
    if (start !== undefined && !this.#told.has(file)) {
      const text = shellText([pid, start, await pidDomain(), of], await readBegun(file));
      writeAtomic(shellFile(file), text);
    }
    // The agent may have ended while this was written.
    if (this.#told.has(file)) {
      await rm(shellFile(file), { force: true });
    }
  }

  /** The process of the shell in which the agent of a run was started, while both live. */
  async shell(run: Run): Promise<Shell | undefined> {
    const file = this.of(run);
    const shell = await readShell(file);
    return shell?.lives && (await readCode(file)) === undefined ? shell : undefined;
  }

  /** Forgets a start whose agent has ended. */
  drop(run: Run): void {
    const file = this.of(run);
    this.#told.add(file);
    try {
      rmSync(shellFile(file), { force: true });
    } catch {
      // It tells of a process that is gone, and nobody believes it then.
    }
  }

  /** Tells once, when the file is there or the shell is gone; then both files are removed. */
  watch(run: Run, exited: Exited): void {
    this.#await(this.of(run), exited);
  }

  #await(file: string, exited: Exited): void {
    if (!this.#isOver) {
      this.#waiting.set(file, exited);
      this.#timer ??= setInterval(() => void this.#look(), lookMs);
    }
  }

  /** Tells nothing of an agent any more; its files stay. */
  unwatch(run: Run): void {
    this.#waiting.delete(this.of(run));
  }

  /** Tells that an agent ended whose shell is gone too; its code where it still wrote one. */
  async closed(run: Run): Promise<void> {
    await this.#read(this.of(run), true);
  }

  /** Ends the looking; the files stay for the next window. */
  dispose(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#waiting.clear();
  }

  async #look(): Promise<void> {
    await Promise.all(
      [...this.#waiting.keys()].map(async (file) => {
        const shell = await readShell(file);
        await this.#read(file, shell?.lives === false);
      }),
    );
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  async #read(file: string, isOver: boolean): Promise<void> {
    const code = await readCode(file);
    const exited = this.#waiting.get(file);
    if (exited && (code !== undefined || isOver)) {
      this.#waiting.delete(file);
      this.#told.add(file);
      const shell = code === undefined ? await readShell(file) : undefined;
      // An agent whose terminal was closed has some time to end: until it has, it has not ended.
      if (shell && !(await endSession(shell, this.#patienceMs))) {
        this.#told.delete(file);
        this.#await(file, exited);
        return;
      }
      const last = code ?? (await readCode(file));
      await forget(file).catch(() => {});
      exited(last);
    }
  }
}

function shellFile(file: string): string {
  return file.replace(/exit$/u, 'shell');
}

async function forget(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(shellFile(file), { force: true });
}

async function readCode(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^\d{1,3}$/u.test(text) ? Number(text) : undefined;
}

function shellText(shell: readonly [unknown, unknown, unknown, unknown], begun: Begun | undefined): string {
  return [...shell, ...(begun ? [begun.agent, begun.folder] : [])].join('\n');
}

async function readBegun(file: string): Promise<Begun | undefined> {
  const text = await readFile(shellFile(file), 'utf8').catch(() => '');
  // The name of a folder may have any character.
  const [agent, ...folder] = text.split('\n').slice(4);
  return agent ? { agent, folder: folder.join('\n') } : undefined;
}

/** A shell that was kept; nothing where none was, or where it cannot be seen from here. */
async function readShell(file: string): Promise<(Shell & { readonly lives: boolean }) | undefined> {
  const [pid = '', start, domain, of] = (await readFile(shellFile(file), 'utf8').catch(() => '')).split('\n');
  return start && domain === (await pidDomain())
    ? {
        pid: Number(pid),
        start,
        of: of === 'agent' ? of : 'person',
        lives: await isAlive(Number(pid), start),
      }
    : undefined;
}

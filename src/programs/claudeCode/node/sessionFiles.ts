import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FSWatcher } from 'chokidar';
import { watch } from 'chokidar';
import type { Event } from '../../../core/event/event.ts';
import type { ClaudeProcess } from '../pure/sessionFile.ts';
import { parseClaudeProcess, parseClaudeSession } from '../pure/sessionFile.ts';

/** What one session file says: what its agent does, and which process wrote it. */
export interface SessionFile {
  readonly event: Event;
  readonly process: ClaudeProcess;
}

/** What {@link SessionFiles} needs of its surroundings. */
export interface SessionFilesPorts {
  readonly dir: string;
  /** A file says something new. */
  readonly read: (file: SessionFile) => void;
  /** A file that was there is gone. */
  readonly removed: (pid: number) => void;
  readonly log: (message: string, facts: Readonly<Record<string, unknown>>) => void;
}

interface Seen {
  readonly print: string;
  readonly text: string;
  /** Read too soon after the write, or torn: a stamp alone cannot tell whether it changed since. */
  readonly unsure: boolean;
}

/** Beside the session files lie `<pid>.<hash>.key` files, which are nobody's business. */
const sessionName = /^([1-9]\d*)\.json$/u;
const maxBytes = 256 * 1024;
const stampMs = 2000;
const tornRetries = 10;
const tornRetryMs = 20;
/** After a change chokidar drops others of the same file for 50 ms. */
const hushMs = 60;
const watchAgainMs = 60_000;

/**
 * Reads the session files of Claude Code whenever one changes. A watcher makes it quick; {@link SessionFiles.sweep},
 * which its owner calls every second, makes it right: also when the folder comes later, goes and comes back, or the
 * watcher loses an event.
 */
export class SessionFiles {
  readonly #ports: SessionFilesPorts;
  readonly #seen = new Map<number, Seen>();
  readonly #looks = new Map<number, Promise<void>>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #watcher: { readonly watcher: FSWatcher; readonly folder: string } | undefined;
  #watchAgainAt = 0;
  #disposed = false;

  constructor(ports: SessionFilesPorts) {
    this.#ports = ports;
  }

  /** Whether the file of a process was there at the last look. */
  has(pid: number): boolean {
    return this.#seen.has(pid);
  }

  /** Looks at every file, and sees to it that the folder is watched. */
  async sweep(): Promise<void> {
    const folder = await stat(this.#ports.dir).catch(() => undefined);
    const names = folder?.isDirectory() ? await readdir(this.#ports.dir).catch(() => []) : [];
    await this.#watch(folder?.isDirectory() ? `${folder.dev}:${folder.ino}` : undefined);
    const listed = names.flatMap((name) => sessionName.exec(name)?.[1] ?? []).map(Number);
    await Promise.all([...new Set([...listed, ...this.#seen.keys()])].map((pid) => this.look(pid)));
  }

  /** Looks at the file of one process. Looks at the same file never overlap. */
  look(pid: number): Promise<void> {
    return this.#look(pid, tornRetries);
  }

  /** Lets go of the folder. Nothing is called after this. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    await this.#watch(undefined);
  }

  #look(pid: number, retries: number): Promise<void> {
    const next = (this.#looks.get(pid) ?? Promise.resolve()).then(() => this.#read(pid, retries));
    this.#looks.set(pid, next);
    return next.finally(() => {
      if (this.#looks.get(pid) === next) {
        this.#looks.delete(pid);
      }
    });
  }

  async #read(pid: number, retries: number): Promise<void> {
    const path = join(this.#ports.dir, `${pid}.json`);
    const file = await stat(path).catch(() => undefined);
    if (this.#disposed) {
      return;
    }
    if (!file?.isFile() || file.size > maxBytes) {
      if (this.#seen.delete(pid)) {
        this.#ports.removed(pid);
      }
      return;
    }
    const seen = this.#seen.get(pid);
    const print = `${file.ino}:${file.size}:${file.mtimeMs}`;
    if (seen && !seen.unsure && seen.print === print) {
      return;
    }
    const text = await readFile(path, 'utf8').catch(() => undefined);
    const content = text === undefined ? undefined : parseJson(text);
    if (this.#disposed) {
      return;
    }
    const torn = content === undefined;
    // Two writes of one tick share a stamp, and `busy` is as long as `idle`: what is fresh is read once more.
    const unsure = torn || Date.now() - file.mtimeMs < stampMs;
    this.#seen.set(pid, { print, unsure, text: torn ? (seen?.text ?? '') : (text ?? '') });
    if (torn) {
      this.#retry(pid, retries);
    } else if (text !== seen?.text) {
      this.#tell(pid, content);
    }
  }

  #tell(pid: number, content: unknown): void {
    const event = parseClaudeSession(content);
    const process = parseClaudeProcess(content);
    if (event && process?.pid === pid) {
      this.#ports.read({ event, process });
    }
  }

  #retry(pid: number, retries: number): void {
    if (retries === 0) {
      return;
    }
    this.#lookLater(pid, retries - 1, tornRetryMs);
  }

  #lookLater(pid: number, retries: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#look(pid, retries);
    }, delayMs);
    this.#timers.add(timer);
  }

  async #watch(folder: string | undefined): Promise<void> {
    if (this.#watcher?.folder === folder) {
      return;
    }
    const former = this.#watcher?.watcher;
    this.#watcher = undefined;
    if (folder !== undefined && !this.#disposed && Date.now() >= this.#watchAgainAt) {
      const watcher = watch(this.#ports.dir, {
        depth: 0,
        ignoreInitial: true,
        ignored: (path, stats) => stats?.isFile() === true && !sessionName.test(basename(path)),
      });
      this.#watcher = { watcher, folder };
      watcher.on('all', (_, path) => this.#heard(path));
      // What was written since the last look, and before the folder was watched, is told by nobody else.
      watcher.on('ready', () => void this.sweep());
      watcher.on('error', (error) => this.#lost(error));
    }
    await former?.close();
  }

  #heard(path: string): void {
    const pid = sessionName.exec(basename(path))?.[1];
    if (pid !== undefined && !this.#disposed) {
      void this.look(Number(pid));
      this.#lookLater(Number(pid), tornRetries, hushMs);
    }
  }

  /** Without a watcher the sweep still sees everything, a second later. */
  #lost(error: unknown): void {
    this.#watchAgainAt = Date.now() + watchAgainMs;
    this.#ports.log('session files are not watched', { code: (error as NodeJS.ErrnoException).code });
    void this.#watch(undefined);
  }
}

/** `undefined` for a file that is only half written. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

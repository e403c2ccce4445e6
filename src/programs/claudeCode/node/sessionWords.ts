import type { Agent } from '../../../core/agent/agent.ts';
import type { AgentProcess } from '../../../node/evidence/processes.ts';
import { isForeign } from './claudeLife.ts';
import type { SessionFile } from './sessionFiles.ts';

/** What session files said last: the newest word of every process of which one was read. */
export class SessionWords {
  /** Where the process ids of this machine count, as far as that is known. */
  namespace: string | undefined;
  readonly #words = new Map<number, SessionFile>();
  /** The processes that were found alive when their word was read. */
  readonly #alive = new Set<number>();

  /** Takes in what a file says, of a process of which it is not known yet whether it lives; gives its former word. */
  put(file: SessionFile): SessionFile | undefined {
    const { pid } = file.process;
    const former = this.#words.get(pid);
    this.#words.set(pid, file);
    this.#alive.delete(pid);
    return former;
  }

  /** Notes that the process of the newest word lives. */
  noteAlive(pid: number): void {
    this.#alive.add(pid);
  }

  /** The word of a process, where that is about a conversation. */
  of({ session, pid }: Pick<AgentProcess, 'session' | 'pid'>): SessionFile | undefined {
    const word = this.#words.get(pid);
    return word?.event.session === session ? word : undefined;
  }

  /** The words of the processes that were found alive; of one conversation, where that is named. */
  alive(session?: string): readonly SessionFile[] {
    const all = [...this.#alive].flatMap((pid) => this.#words.get(pid) ?? []);
    return session === undefined ? all : all.filter(({ event }) => event.session === session);
  }

  /** Whether a conversation is said to be busy by a process that speaks for all of it. */
  isBusy(session: string): boolean {
    return this.alive(session).some(
      ({ event, process: { kind } }) =>
        event.type === 'busyRead' && (kind === undefined || kind === 'interactive'),
    );
  }

  /** Whether a file was written where other process ids count. */
  isForeign({ process }: SessionFile): boolean {
    return isForeign(process, this.namespace);
  }

  /** The processes of a conversation that can be watched from here, with what their words say of when they began. */
  processesOf({ program, session, processes }: Agent): readonly AgentProcess[] {
    return processes.flatMap((pid) => {
      const own = this.of({ session, pid });
      if (own && this.isForeign(own)) {
        return [];
      }
      const start = process.platform === 'linux' ? own?.process.procStart : undefined;
      return [{ program, session, pid, ...(start === undefined ? {} : { start }) }];
    });
  }

  /** Forgets what nobody needs any more. */
  forget(isOver: (word: SessionFile) => boolean): void {
    for (const [pid, word] of this.#words) {
      if (isOver(word)) {
        this.#words.delete(pid);
        this.#alive.delete(pid);
      }
    }
  }
}

import type { Event } from '../../core/event/event.ts';
import type { EventProgram } from '../../core/event/programEvents.ts';
import type { CallingProcess } from './agentProcess.ts';
import { agentProcess } from './agentProcess.ts';

const remembered = 500;

/** The door of an agent that answers one prompt, without a terminal, and ends. */
export const headless = 'headless';

/** Where a relay was called: by which process, and in which program. */
export interface RelayCaller {
  readonly ppid?: number | undefined;
  readonly program: EventProgram;
}

/**
 * Knows the processes of the agents that call relays, where their program does not say it. Each is looked for once: at its
 * first event, and when a conversation starts anew.
 */
export class CallingAgents {
  readonly #find: typeof agentProcess;
  readonly #looks = new Map<string, Promise<CallingProcess | undefined>>();

  constructor(find = agentProcess) {
    this.#find = find;
  }

  /** The process that an event came from; `undefined` where nobody can tell, or the program does it itself. */
  of(event: Event, { ppid, program }: RelayCaller): Promise<CallingProcess | undefined> | undefined {
    const { isProcess } = program.events;
    if (isProcess === undefined || ppid === undefined || event.facts?.pid !== undefined) {
      return undefined;
    }
    const key = `${event.program}:${event.session}@${ppid}`;
    const known = event.type === 'sessionStarted' ? undefined : this.#looks.get(key);
    const look = known ?? this.#find(ppid, event.at, isProcess).catch(() => undefined);
    // The newest last, so that the oldest is the first to go.
    this.#looks.delete(key);
    this.#looks.set(key, look);
    const [oldest] = this.#looks.keys();
    if (this.#looks.size > remembered && oldest !== undefined) {
      this.#looks.delete(oldest);
    }
    return look;
  }
}

/** An event of which it is known by now which process it came from. */
export function withProcess(
  event: Event,
  process: CallingProcess | undefined,
  { events }: Pick<EventProgram, 'events'>,
): Event {
  if (!process) {
    return event;
  }
  const entrypoint = events.isHeadless?.(process.words) ? { entrypoint: headless } : {};
  return { ...event, facts: { ...event.facts, pid: process.pid, ...entrypoint } };
}

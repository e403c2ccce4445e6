import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentId } from '../../core/agent/agent.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { Event } from '../../core/event/event.ts';
import { parsePayload } from '../../core/event/heardEvent.ts';
import { adoptAgents, agentsText, parseAgents } from '../../core/roster/agentsCodec.ts';
import type { AgentsState } from '../../core/roster/agentsState.ts';
import { expireAgents, noAgents } from '../../core/roster/agentsState.ts';
import { keptAgents, takeUp } from '../../core/roster/keptAgents.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';

/** What {@link KeptFile} needs of its surroundings. */
export interface KeptPorts {
  readonly home: string;
  readonly version: string;
  readonly now: () => number;
  /** Fixed phrases only. */
  readonly log: (phrase: string) => void;
}

/** How long what was kept waits for a word of its agent; the first look at everything is over long before. */
const waitMs = 30_000;

/**
 * The file that tells the next listener what it cannot find out by itself: who died, and what was left to the terminal.
 * Who died is shown again at once. A prompt is only shown at the first word of its agent, since that may have gone on,
 * or away. It has the words of agents in it: private, and never for a log.
 */
export class KeptFile {
  readonly #ports: KeptPorts;
  readonly #file: string;
  #waiting: readonly Agent[] = [];
  #waitsUntil = 0;
  /** What the file says, as far as this listener knows; unknown until it was read. */
  #written: string | undefined;

  constructor(ports: KeptPorts) {
    this.#ports = ports;
    this.#file = join(ports.home, 'kept.json');
  }

  /** The state with those who died a while ago, where nobody else knew them. */
  read(state: AgentsState): AgentsState {
    const now = this.#ports.now();
    const text = textOf(this.#file);
    const told = parsePayload(text);
    const isOurs = told?.version === this.#ports.version && typeof told.agents === 'string';
    const kept = isOurs ? parseAgents(String(told.agents)) : [];
    this.#written = isOurs ? text : '';
    this.#waiting = kept.filter((agent) => !hasEnded(agent.state));
    this.#waitsUntil = now + waitMs;
    const died = kept.filter((agent) => hasEnded(agent.state));
    return expireAgents(adoptAgents(state, died), now);
  }

  /** The state before an event: with what was kept of its agent. */
  before(event: Event, state: AgentsState): AgentsState {
    const { state: next, waiting } = takeUp(state, this.#waiting, event);
    this.#waiting = waiting;
    return next;
  }

  /** Writes what is to be kept of a state, where that changed. */
  save(state: AgentsState): void {
    if (this.#written === undefined) {
      return;
    }
    if (this.#ports.now() > this.#waitsUntil) {
      this.#waiting = [];
    }
    const { agents } = adoptAgents({ ...noAgents, agents: byId(keptAgents(state)) }, this.#waiting);
    const { version } = this.#ports;
    const text =
      agents.size === 0 ? '' : JSON.stringify({ version, agents: agentsText({ ...noAgents, agents }) });
    if (text === this.#written) {
      return;
    }
    this.#written = text;
    try {
      this.#put(text);
    } catch {
      this.#ports.log('what the next window has to know could not be kept');
    }
  }

  #put(text: string): void {
    if (text === '') {
      rmSync(this.#file, { force: true });
    } else {
      privateFolder(this.#ports.home);
      writeAtomic(this.#file, text);
    }
  }
}

function byId(agents: readonly Agent[]): ReadonlyMap<AgentId, Agent> {
  return new Map(agents.map((agent) => [agent.id, agent]));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentId } from '../../core/agent/agent.ts';
import { agentId } from '../../core/agent/agent.ts';
import { tombstoneMs } from '../../core/agent/agents.ts';
import type { Change } from '../../core/agent/change.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { Event } from '../../core/event/event.ts';
import { parsePayload } from '../../core/event/heardEvent.ts';
import { agentText, parseAgents } from '../../core/roster/agentsCodec.ts';
import type { AgentsState } from '../../core/roster/agentsState.ts';
import { keptAgents, mayBeKept, takeUp } from '../../core/roster/keptAgents.ts';
import { grouped } from '../../core/text/grouped.ts';
import { privateFolder } from '../privateFolder.ts';
import { writeAtomic } from '../writeAtomic.ts';

/** What {@link KeptFile} needs of its surroundings. */
export interface KeptPorts {
  readonly home: string;
  readonly version: string;
  readonly now: () => number;
  /** Whether other evidence of a program says which of its prompts still stand. */
  readonly confirmsPrompts: (program: string) => boolean;
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
  #waiting = new Map<AgentId, readonly Agent[]>();
  #waitsUntil = 0;
  /** What the file says, as far as this listener knows; unknown until it was read. */
  #written: string | undefined;
  #isSaved = false;
  /** Whom it says something of. */
  #keptIds: ReadonlySet<AgentId> = new Set();
  readonly #texts = new WeakMap<Agent, string>();

  constructor(ports: KeptPorts) {
    this.#ports = ports;
    this.#file = join(ports.home, 'kept.json');
  }

  /** Those who died a short while ago, to be shown where nobody else knew them. */
  read(): readonly Agent[] {
    const now = this.#ports.now();
    const text = textOf(this.#file);
    const told = parsePayload(text);
    const isOurs = told?.version === this.#ports.version && typeof told.agents === 'string';
    const kept = isOurs ? parseAgents(String(told.agents)) : [];
    this.#written = isOurs ? text : '';
    const rootOf = ({ program, session }: Agent) => agentId(program, session);
    this.#waiting = new Map(
      grouped(
        kept.filter((agent) => !hasEnded(agent.state)),
        rootOf,
      ),
    );
    this.#waitsUntil = now + waitMs;
    return kept.filter((agent) => hasEnded(agent.state) && now - agent.since <= tombstoneMs);
  }

  /** What was kept of the agent of an event, to be adopted before it. */
  before(event: Event): readonly Agent[] {
    const root = agentId(event.program, event.session);
    const kept = this.#waiting.get(root);
    const taken = kept && takeUp(kept, event);
    if (taken) {
      this.#waiting.delete(root);
      this.#isSaved = false;
    }
    return taken ?? [];
  }

  /** Has to be called when agents changed: notes whether what is to be kept may be another. */
  changed(agents: readonly Change[]): void {
    const mayBe = (agent: Agent | undefined) =>
      agent !== undefined && (this.#keptIds.has(agent.id) || mayBeKept(agent));
    if (agents.some(({ before, after }) => mayBe(before) || mayBe(after))) {
      this.#isSaved = false;
    }
  }

  /** Writes what is to be kept of a state, where that changed. */
  save(state: AgentsState): void {
    if (this.#waiting.size > 0 && this.#ports.now() > this.#waitsUntil) {
      this.#waiting.clear();
      this.#isSaved = false;
    }
    if (this.#written === undefined || this.#isSaved) {
      return;
    }
    const agents = new Map([...this.#waiting.values()].flat().map((agent) => [agent.id, agent]));
    const kept = keptAgents(state, this.#ports.confirmsPrompts);
    for (const { id } of kept) {
      agents.delete(id);
    }
    const all = [...kept, ...agents.values()];
    const { version } = this.#ports;
    const agentTexts = all.map((agent) => this.#textOf(agent)).join(',');
    const text = all.length === 0 ? '' : JSON.stringify({ version, agents: `[${agentTexts}]` });
    this.#isSaved = true;
    this.#keptIds = new Set(all.map(({ id }) => id));
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

  /** Most of those that are kept stay as they are. */
  #textOf(agent: Agent): string {
    const text = this.#texts.get(agent) ?? agentText(agent);
    this.#texts.set(agent, text);
    return text;
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

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

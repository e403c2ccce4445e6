import type { Agent } from '../../../core/agent/agent.ts';
import { agentId } from '../../../core/agent/agent.ts';
import type { KnownAgents } from '../../../core/agent/agents.ts';
import type { Change } from '../../../core/agent/change.ts';
import { hasEnded } from '../../../core/agent/state.ts';
import type { Event } from '../../../core/event/event.ts';
import { Transcripts } from '../../../node/evidence/transcripts.ts';
import type { EvidenceReader } from '../../../node/programNode.ts';
import { isKnownAsk } from '../pure/knownAsk.ts';
import { copilotCli } from '../pure/names.ts';
import { CopilotFollower } from './copilotFollower.ts';
import { transcriptPath } from './copilotHome.ts';

/** What {@link CopilotEvidence} needs of its surroundings. */
export interface CopilotEvidencePorts {
  readonly home: string;
  readonly tell: (event: Event) => void;
  readonly agents: () => KnownAgents;
  readonly log?: (message: string, facts: Readonly<Record<string, unknown>>) => void;
  /** How long to wait between two looks; a second unless a test is in a hurry. */
  readonly beatMs?: number;
}

/**
 * Tells what the transcripts of the conversations that live say: hooks hear nothing of an Esc, nor of an answer at the
 * terminal before the tool is done. Nothing else is looked at.
 */
export class CopilotEvidence implements EvidenceReader {
  readonly #ports: CopilotEvidencePorts;
  readonly #transcripts: Transcripts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> = Promise.resolve();
  #running = false;

  constructor(ports: CopilotEvidencePorts) {
    this.#ports = ports;
    this.#transcripts = new Transcripts({
      open: (path, session) => new CopilotFollower(path, session),
      tell: (event) => this.#tell(event),
      log: ports.log ?? (() => {}),
    });
  }

  start(): void {
    if (!this.#running) {
      this.#running = true;
      for (const agent of this.#ports.agents().agents.values()) {
        this.#follow(agent);
      }
      this.#beat();
    }
  }

  changed(agents: readonly Change[]): void {
    for (const { before, after } of agents) {
      const agent = after ?? before;
      if (agent?.program !== copilotCli) {
        continue;
      }
      if (agent.parent === undefined) {
        this.#follow(agent, after === undefined);
      }
      this.#transcripts.wake(agent.session);
    }
  }

  async dispose(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #follow(agent: Agent, isGone = hasEnded(agent.state)): void {
    if (agent.program === copilotCli && agent.parent === undefined) {
      const { session, facts } = agent;
      const said = facts.transcript?.endsWith('.jsonl') ? facts.transcript : undefined;
      const path = said ?? transcriptPath(this.#ports.home, session);
      this.#transcripts.follow(session, isGone ? undefined : path);
    }
  }

  #beat(): void {
    this.#looking = this.#transcripts.sweep().then(() => {
      if (this.#running) {
        this.#timer = setTimeout(() => this.#beat(), this.#ports.beatMs ?? 1000);
        this.#timer.unref();
      }
    });
  }

  #tell(event: Event): void {
    const { program, session, child } = event;
    const agent = this.#ports.agents().agents.get(agentId(program, session, child?.id));
    if (this.#running && !(event.type === 'promptShown' && isKnownAsk(agent, event.ask))) {
      this.#ports.tell({ ...event, at: Math.min(event.at, Date.now()) });
    }
  }
}

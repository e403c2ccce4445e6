import type { Agent } from '../../../core/agent/agent.ts';
import { agentId } from '../../../core/agent/agent.ts';
import type { Change } from '../../../core/agent/change.ts';
import { hasEnded } from '../../../core/agent/state.ts';
import type { Event } from '../../../core/event/event.ts';
import { isFollowedAlike } from '../../../node/evidence/ending.ts';
import { type TranscriptReader, Transcripts } from '../../../node/evidence/transcripts.ts';
import type { EvidencePorts, EvidenceReader } from '../../../node/programNode.ts';

/** What {@link TranscriptEvidence} needs to know of a program, and of its surroundings. */
export interface FollowedProgram extends Omit<EvidencePorts, 'env'> {
  readonly program: string;
  /** Begins to read the transcript of a conversation. */
  readonly open: (path: string, session: string) => TranscriptReader;
  /** Where the transcript of a conversation is; where it says itself, unless told. */
  readonly pathOf?: (agent: Agent) => string | undefined;
  /** Looks at what else there is of the conversations that live; not called while there are none. */
  readonly look?: (living: Iterable<Agent>, tell: EvidencePorts['tell']) => Promise<void>;
}

const beatMs = 1000;

/**
 * Tells what the transcripts of the conversations that live say, once a second. Nothing else is looked at; processes are
 * watched by whoever does it for all programs.
 */
export class TranscriptEvidence implements EvidenceReader {
  readonly #of: FollowedProgram;
  readonly #transcripts: Transcripts;
  /** The sessions of the conversations that live: a look costs only those. */
  readonly #living = new Set<string>();
  #looking: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(of: FollowedProgram) {
    this.#of = of;
    this.#transcripts = new Transcripts({
      open: of.open,
      tell: (event) => this.#tell(event),
      log: of.log ?? (() => {}),
    });
  }

  start(): void {
    if (!this.#running) {
      this.#running = true;
      for (const agent of this.#of.agents().agents.values()) {
        if (agent.program === this.#of.program && agent.parent === undefined) {
          this.#follow(agent);
        }
      }
      this.#beat();
    }
  }

  changed(agents: readonly Change[]): void {
    for (const { before, after } of agents) {
      const agent = after ?? before;
      if (agent?.program !== this.#of.program) {
        continue;
      }
      if (agent.parent === undefined && !isFollowedAlike(before, after)) {
        this.#follow(agent);
      }
      this.#transcripts.wake(agent.session);
    }
  }

  async dispose(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #known(session: string): Agent | undefined {
    return this.#of.agents().agents.get(agentId(this.#of.program, session));
  }

  #follow({ session }: Agent): void {
    const { pathOf = ({ facts }) => facts.transcript } = this.#of;
    const known = this.#known(session);
    const living = known && !hasEnded(known.state) ? known : undefined;
    this.#living[living ? 'add' : 'delete'](session);
    this.#transcripts.follow(session, living && pathOf(living));
  }

  #beat(): void {
    this.#looking = this.#look().catch(() => {});
    void this.#looking.then(() => {
      if (this.#running) {
        this.#timer = setTimeout(() => this.#beat(), beatMs);
        this.#timer.unref();
      }
    });
  }

  async #look(): Promise<void> {
    await this.#transcripts.sweep();
    if (this.#living.size > 0) {
      const living = [...this.#living].flatMap((session) => this.#known(session) ?? []);
      await this.#of.look?.(living, (event) => this.#tell(event));
    }
  }

  /** Nobody listens any more to who was disposed of in the middle of a look. */
  #tell(event: Event): void {
    if (this.#running) {
      this.#of.tell(event);
    }
  }
}

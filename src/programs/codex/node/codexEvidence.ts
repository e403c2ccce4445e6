import type { Agent } from '../../../core/agent/agent.ts';
import { agentId } from '../../../core/agent/agent.ts';
import type { Change } from '../../../core/agent/change.ts';
import { hasEnded } from '../../../core/agent/state.ts';
import { isFollowedAlike } from '../../../node/evidence/ending.ts';
import { Transcripts } from '../../../node/evidence/transcripts.ts';
import type { EvidencePorts, EvidenceReader } from '../../../node/programNode.ts';
import { RecordReader } from '../../shared/node/recordReader.ts';
import { codex } from '../pure/names.ts';
import { parseRollout } from '../pure/rollout.ts';
import { Titles } from './titles.ts';

/** What {@link CodexEvidence} needs of its surroundings. */
export interface CodexEvidencePorts extends Pick<EvidencePorts, 'tell' | 'agents' | 'log'> {
  /** The folder of Codex's own files. */
  readonly home: string;
  /** How long to wait between two looks; a second unless a test is in a hurry. */
  readonly beatMs?: number;
}

/**
 * Tells what the files of Codex say of the conversations that live: that a turn failed, which no hook tells, how full the
 * context is, and the title. Processes are watched by whoever does it for all programs.
 */
export class CodexEvidence implements EvidenceReader {
  readonly #ports: CodexEvidencePorts;
  readonly #rollouts: Transcripts;
  readonly #titles: Titles;
  /** The sessions of the conversations that live. */
  readonly #living = new Set<string>();
  #looks: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;

  constructor(ports: CodexEvidencePorts) {
    this.#ports = ports;
    this.#titles = new Titles(ports.home);
    this.#rollouts = new Transcripts({
      open: (path, session) => new RecordReader(path, (line) => parseRollout(line, session)),
      tell: (event) => this.#running && ports.tell(event),
      log: ports.log ?? (() => {}),
    });
  }

  start(): void {
    if (!this.#running) {
      this.#running = true;
      for (const agent of this.#ports.agents().agents.values()) {
        if (isConversation(agent)) this.#follow(agent);
      }
      this.#beat();
    }
  }

  changed(agents: readonly Change[]): void {
    for (const { before, after } of agents) {
      const agent = after ?? before;
      if (agent && isConversation(agent)) {
        if (!isFollowedAlike(before, after)) {
          this.#follow(agent);
        }
        this.#rollouts.wake(agent.session);
      }
    }
  }

  async dispose(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await this.#looks;
  }

  #known(session: string): Agent | undefined {
    return this.#ports.agents().agents.get(agentId(codex, session));
  }

  #follow({ session }: Agent): void {
    const known = this.#known(session);
    const living = known && !hasEnded(known.state) ? known : undefined;
    this.#living[living ? 'add' : 'delete'](session);
    this.#rollouts.follow(session, living?.facts.transcript);
  }

  #beat(): void {
    this.#looks = this.#look().catch(() => {});
    void this.#looks.then(() => {
      if (this.#running) {
        this.#timer = setTimeout(() => this.#beat(), this.#ports.beatMs ?? 1000);
        this.#timer.unref();
      }
    });
  }

  async #look(): Promise<void> {
    await this.#rollouts.sweep();
    if (this.#living.size > 0) {
      await this.#titles.read();
      for (const session of this.#living) this.#tellTitle(session);
    }
  }

  #tellTitle(session: string): void {
    const title = this.#titles.of(session);
    if (title !== undefined && title !== this.#known(session)?.facts.title && this.#running) {
      const head = { program: codex, session, evidence: 'transcript', at: Date.now() } as const;
      this.#ports.tell({ ...head, id: `${session}-title-${title}`, facts: { title }, type: 'noted' });
    }
  }
}

function isConversation({ program, parent }: Agent): boolean {
  return program === codex && parent === undefined;
}

import type { Event } from '../../../core/event/event.ts';
import type { UsageFacts } from '../../../core/usage/usage.ts';
import { LineFollower } from '../../../node/evidence/lineFollower.ts';
import type { TranscriptReader } from '../../../node/evidence/transcripts.ts';
import { copilotCli } from '../pure/names.ts';
import { CopilotTranscript, standing, summedUp } from '../pure/transcript.ts';
import { parseCopilotUsage } from '../pure/usage.ts';
import { TitleReader } from './titleReader.ts';

/** Reads the transcript of one conversation of Copilot CLI as it grows, and its title. */
export class CopilotFollower implements TranscriptReader {
  readonly #lines: LineFollower;
  readonly #session: string;
  readonly #title: TitleReader;
  #transcript: CopilotTranscript;

  constructor(path: string, session: string) {
    this.#lines = new LineFollower(path);
    this.#session = session;
    this.#title = new TitleReader(path);
    this.#transcript = new CopilotTranscript(session);
  }

  get path(): string {
    return this.#lines.path;
  }

  async read(): Promise<readonly Event[]> {
    const { lines, isFirst } = await this.#lines.read();
    if (isFirst) {
      this.#transcript = new CopilotTranscript(this.#session);
    }
    const told = standing(lines.flatMap((line) => this.#transcript.read(line)));
    const usage = lines.flatMap((line) => parseCopilotUsage(line) ?? []).at(-1);
    const title = lines.length > 0 ? await this.#title.read() : undefined;
    return [
      ...(isFirst ? summedUp(told) : told),
      ...(usage ? [this.#fact('usageRead', usage)] : []),
      ...(title === undefined ? [] : [this.#fact('noted', { title })]),
    ];
  }

  #fact(type: 'usageRead' | 'noted', facts: UsageFacts & { readonly title?: string }): Event {
    const at = Date.now();
    const id = `${this.#session}:${type}@${at}`;
    return { id, at, program: copilotCli, session: this.#session, evidence: 'transcript', facts, type };
  }
}

import { join } from 'node:path';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { LineFollower } from '../../../node/evidence/lineFollower.ts';

/** The titles of conversations, which Codex keeps in one file for all of them. */
export class Titles {
  readonly #lines: LineFollower;
  readonly #titles = new Map<string, string>();

  constructor(codexFolder: string) {
    this.#lines = new LineFollower(join(codexFolder, 'session_index.jsonl'));
  }

  /** Reads what was written since the last call. */
  async read(): Promise<void> {
    const { lines } = await this.#lines.read();
    for (const line of lines) {
      const { id, thread_name: title } = parseObject(line) ?? {};
      if (typeof id === 'string' && typeof title === 'string' && title !== '') {
        this.#titles.set(id, title);
      }
    }
  }

  /** The title of a conversation, as far as one was read. */
  of(session: string): string | undefined {
    return this.#titles.get(session);
  }
}

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseTitle } from '../pure/title.ts';

/** Reads what Copilot CLI calls a conversation, from the file beside its transcript. */
export class TitleReader {
  readonly #file: string;
  #title: string | undefined;

  constructor(transcript: string) {
    this.#file = join(dirname(transcript), 'workspace.yaml');
  }

  /** The title, where it is another one than at the last call. */
  async read(): Promise<string | undefined> {
    const title = parseTitle(await readFile(this.#file, 'utf8').catch(() => ''));
    if (title === undefined || title === this.#title) {
      return undefined;
    }
    this.#title = title;
    return title;
  }
}

import type { Connection } from 'vscode-languageserver';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import { languageMethods } from '../core/wire/languageProtocol.ts';

/** What the client last said of what is around files. It is asked again only when that may be something else. */
export class Surroundings {
  readonly #connection: Connection;
  readonly #known = new Map<string, HookSurroundings>();
  readonly #asked = new Map<string, number>();
  /** Whether the client answers at all. */
  isAnswered = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What is known now. */
  of(uri: string): HookSurroundings | undefined {
    return this.#known.get(uri);
  }

  /** Asks the client; says whether anything is known that was not before. The answer to a later question wins. */
  async ask(uri: string): Promise<boolean> {
    if (!this.isAnswered) {
      return false;
    }
    const turn = (this.#asked.get(uri) ?? 0) + 1;
    this.#asked.set(uri, turn);
    const said = await this.#connection
      .sendRequest<HookSurroundings | null>(languageMethods.surroundings, { uri })
      .catch(() => null);
    if (this.#asked.get(uri) !== turn) {
      return false;
    }
    const before = JSON.stringify(this.#known.get(uri));
    if (said) {
      this.#known.set(uri, said);
    } else {
      this.#known.delete(uri);
    }
    return JSON.stringify(this.#known.get(uri)) !== before;
  }

  /** Nobody looks at a file any more. */
  forget(uri: string): void {
    this.#known.delete(uri);
    this.#asked.delete(uri);
  }
}

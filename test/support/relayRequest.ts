import { connect } from 'node:net';
import type { WireHead } from '../../src/core/wire/wireHead.ts';
import { wireHeaders } from '../../src/core/wire/wireHead.ts';

/** Where a listener is, and what it wants to see. */
export interface Door {
  readonly port: number;
  readonly token: string;
}

/** A relay's head, with what a test does not care about filled in. */
export function wireHead(fields: Partial<WireHead> = {}): WireHead {
  const ids = { program: 'claude-code', event: 'Stop', id: `e${Math.random().toString(36).slice(2)}` };
  return { ...ids, env: {}, waits: false, spooled: false, ...fields };
}

/** The text of a relay's request. Header fields given replace the usual ones; `undefined` leaves one out. */
export function relayRequest(
  { port, token }: Door,
  head: WireHead,
  body: string,
  {
    fields = {},
    line = 'POST /v1/events HTTP/1.1',
  }: { fields?: Record<string, string | undefined>; line?: string } = {},
): string {
  const headers: Record<string, string | undefined> = {
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${token}`,
    'beckon-protocol': '1',
    ...wireHeaders(head),
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...fields,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return `${[line, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/** A connection with a raw request on it, and everything that came back so far. */
export class RawConnection {
  received = '';
  closed = false;
  /** Resolves when the listener has accepted the connection and the request is written. */
  readonly connected: Promise<void>;
  readonly #socket;
  readonly #watchers = new Set<() => void>();

  constructor(port: number, text: string | Uint8Array) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setEncoding('utf8').on('data', (chunk) => {
      this.received += chunk;
      this.#tell();
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      this.closed = true;
      this.#tell();
    });
    this.connected = new Promise((resolve) => {
      this.#socket.write(text, () => resolve());
    });
  }

  /** Writes some more. */
  write(text: string | Uint8Array): void {
    this.#socket.write(text);
  }

  /** Resolves to what came back once the listener closed the connection. */
  async end(): Promise<string> {
    await this.until(() => this.closed);
    return this.received;
  }

  /** Resolves when something came back for which `holds` is true. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (holds()) {
          this.#watchers.delete(look);
          resolve();
        }
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Goes away in good order: what was written still arrives. */
  leave(): void {
    this.#socket.end();
    this.#socket.destroySoon();
  }

  /** Goes away, as a relay that was killed. */
  drop(): void {
    this.#socket.destroy();
  }

  #tell(): void {
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
  }
}

/** Sends one request and resolves to the whole answer. */
export function sendRaw(port: number, text: string | Uint8Array): Promise<string> {
  return new RawConnection(port, text).end();
}

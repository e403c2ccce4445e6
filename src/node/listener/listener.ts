import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parsePayload } from '../../core/event/heardEvent.ts';
import type { Payload } from '../../core/wire/payload.ts';
import { bodyLimit } from '../../core/wire/protocol.ts';
import type { Rejection } from '../../core/wire/refusalOf.ts';
import { refusalOf } from '../../core/wire/refusalOf.ts';
import type { WireHead } from '../../core/wire/wireHead.ts';
import { parseWireHead } from '../../core/wire/wireHead.ts';
import { readBody } from './readBody.ts';
import { WaitingRelay } from './waitingRelay.ts';

/** What came of something a listener was asked to do. */
export interface Outcome {
  readonly status: 200 | 404 | 409;
  readonly reason: string;
}

/** One thing a listener serves: with `tell` a text for whoever asks, with `take` something that is wanted of it. */
type Route =
  | { readonly method: 'GET'; readonly tell: () => string }
  | { readonly method: 'POST'; readonly take: (wanted: Payload) => Outcome | Promise<Outcome> };

/** What a listener does with what it hears. */
export interface Hearing {
  /** One event. With `relay`, somebody waits for an answer: it must be held, answered or released. */
  readonly hear: (head: WireHead, payload: Payload, relay: WaitingRelay | undefined) => void;
  /** Called for each kind of refusal and failure; `kind` is a fixed phrase. */
  readonly refused: (kind: string) => void;
}

const pathOf = (name: string) => `/v1/${name}`;
const eventsPath = pathOf('events');
const usualSlowMs = 10_000;

/** The HTTP side of a listener: 127.0.0.1, a port of the system's choice, a fresh token and a fresh proof. */
export class Listener {
  readonly token = randomBytes(24).toString('base64url');
  readonly proof = randomBytes(24).toString('base64url');
  readonly #hearing: Hearing;
  readonly #server: Server;
  readonly #routes = new Map<string, Route>();

  constructor(hearing: Hearing, slowMs: number = usualSlowMs) {
    this.#hearing = hearing;
    this.#server = createServer(
      // Whoever is slower than this with head or body is cut off, so that nobody can hold the door.
      {
        headersTimeout: slowMs,
        requestTimeout: slowMs,
        connectionsCheckingInterval: slowMs / 10,
        keepAliveTimeout: 1000,
        // A relay tells of fifteen variables, a kilobyte each at most, and encoding makes three of one.
        maxHeaderSize: 64 * 1024,
      },
      (request, response) => {
        this.#serve(request, response).catch(() => {
          hearing.refused('a request that could not be handled');
          response.destroy();
        });
      },
    );
    this.#server.on('clientError', (_, socket) => {
      hearing.refused('a request that is no HTTP, or too slow');
      socket.destroy();
    });
  }

  /** Serves `GET /v1/<name>`. */
  tells(name: string, tell: () => string): void {
    this.#routes.set(pathOf(name), { method: 'GET', tell });
  }

  /** Serves `POST /v1/<name>`. */
  takes(name: string, take: (wanted: Payload) => Outcome | Promise<Outcome>): void {
    this.#routes.set(pathOf(name), { method: 'POST', take });
  }

  /** The port, once it listens. */
  get port(): number {
    return (this.#server.address() as AddressInfo | null)?.port ?? 0;
  }

  /** Starts to listen. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ host: '127.0.0.1', port: 0, backlog: 511 }, () => {
        this.#server.off('error', reject);
        this.#server.on('error', () => this.#hearing.refused('an error of the listening socket'));
        resolve();
      });
    });
  }

  /** Cuts every connection first, so that relays which wait look for another listener at once. */
  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const header = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    const path = request.url ?? '';
    const refusal = refusalOf({ method: request.method ?? '', path, header }, this.#door());
    if (refusal) {
      this.#refuse(response, refusal);
      return;
    }
    const route = this.#routes.get(path);
    if (route?.method === 'GET') {
      this.#send(response, 200, route.tell());
      return;
    }
    const body = await readBody(request, bodyLimit);
    if (body === 'gone') {
      return;
    }
    if (body === 'tooLarge') {
      this.#refuse(response, { status: 413, reason: 'the body is larger than 16 MB' });
      return;
    }
    const payload = parsePayload(body.toString('utf8'));
    if (!payload) {
      this.#refuse(response, { status: 400, reason: 'the body is not a JSON object' });
      return;
    }
    if (route) {
      const { status, reason } = await route.take(payload);
      this.#send(response, status, reason);
      return;
    }
    this.#hear(parseWireHead(header), payload, response);
  }

  #hear(head: WireHead | undefined, payload: Payload, response: ServerResponse): void {
    if (!head) {
      this.#refuse(response, { status: 400, reason: 'the head of the event is incomplete' });
      return;
    }
    if (head.waits) {
      this.#hearing.hear(head, payload, new WaitingRelay(response, this.proof));
      return;
    }
    // Whoever runs an agent's hook must not wait for what we do with it.
    response
      .writeHead(204, { 'beckon-proof': this.proof })
      .end(() => this.#hearing.hear(head, payload, undefined));
  }

  #door() {
    const own = digest(this.token);
    const methodOf = (path: string) => (path === eventsPath ? 'POST' : this.#routes.get(path)?.method);
    return { port: this.port, methodOf, matches: (token: string) => timingSafeEqual(digest(token), own) };
  }

  #refuse(response: ServerResponse, { status, reason }: Rejection): void {
    this.#hearing.refused(`${status}: ${reason}`);
    // What is still to come of the request is not read.
    response.once('finish', () => response.socket?.destroySoon());
    this.#send(response, status, reason);
  }

  // Every answer that means something carries the proof: whoever asks must not believe a stranger on this port.
  #send(response: ServerResponse, status: number, body: string): void {
    const text = `${body}\n`;
    response
      .writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        connection: 'close',
        ...(status === 200 || status === 409 ? { 'beckon-proof': this.proof } : {}),
      })
      .end(text);
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

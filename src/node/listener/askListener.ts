import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { Listening } from '../../core/wire/ownerOf.ts';
import { protocol } from '../../core/wire/protocol.ts';

/** What a listener answered; status 0 when it did not. */
export interface ListenerResponse {
  readonly status: number;
  readonly body: string;
}

/** One request to a live listener, over within two seconds. Proxies of the environment are none of its business. */
export function askListener(
  { port, token, proof }: Listening,
  call: {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  },
): Promise<ListenerResponse> {
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, body: '' });
    const headers = {
      authorization: `Bearer ${token}`,
      'beckon-protocol': String(protocol),
      ...call.headers,
      ...(call.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(call.body)) }),
    };
    const asked = request(
      { host: '127.0.0.1', port, method: call.method, path: call.path, headers, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: statusOf(response, proof), body: body.trim() }));
        response.on('error', fail);
      },
    );
    // An answer that came while this process was kept from running is read before it is given up.
    const timer = setTimeout(() => setImmediate(() => asked.destroy()), 2000);
    asked.on('error', fail);
    asked.on('close', () => {
      clearTimeout(timer);
      fail();
    });
    asked.end(call.body);
  });
}

/** A word that means something counts only with the proof: another server may have this port by now. */
function statusOf({ statusCode = 0, headers }: IncomingMessage, proof: string): number {
  const proven = headers['beckon-proof'] === proof || statusCode === 404;
  return proven ? statusCode : 0;
}

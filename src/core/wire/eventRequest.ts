import { protocol } from './protocol.ts';
import type { WireHead } from './wireHead.ts';
import { wireHeaders } from './wireHead.ts';

/** The head of the request that carries an event to a listener. */
export function eventRequestHead(
  head: WireHead,
  to: { readonly port: number; readonly token: string; readonly bytes: number },
): string {
  return headText(head, to.bytes, {
    host: `127.0.0.1:${to.port}`,
    authorization: `Bearer ${to.token}`,
    connection: 'close',
  });
}

/** The head of the same request in the spool: it shows no token, and nobody waits for an answer to it. */
export function spooledRequestHead(head: WireHead, bytes: number): string {
  return headText({ ...head, waits: false }, bytes, { host: '127.0.0.1' });
}

function headText(head: WireHead, bytes: number, more: Readonly<Record<string, string>>): string {
  const headers = {
    ...more,
    'beckon-protocol': String(protocol),
    ...wireHeaders(head),
    'content-type': 'application/json',
    'content-length': String(bytes),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${['POST /v1/events HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`;
}

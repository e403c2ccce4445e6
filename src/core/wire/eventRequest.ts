import { protocol, toldVariables } from './protocol.ts';

/** What a relay tells of an event besides its payload. */
export interface EventOrigin {
  readonly program: string;
  /** The name the relay was given; empty where it was given none. */
  readonly event: string;
  readonly id: string;
  /** When the relay started, in ms since the epoch. */
  readonly at: number;
  readonly ppid: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const longestValue = 1000;

/** The head of the request that carries an event to a listener. */
export function eventRequestHead(
  origin: EventOrigin,
  to: { readonly port: number; readonly token: string; readonly waits: boolean; readonly bytes: number },
): string {
  const credentials = [`Host: 127.0.0.1:${to.port}`, `Authorization: Bearer ${to.token}`];
  const ends = [...(to.waits ? ['Beckon-Wait: 1'] : []), 'Connection: close'];
  return headText([...credentials, ...fieldsOf(origin, to.bytes), ...ends]);
}

/** The head of the same request in the spool: it shows no token, and nobody waits for an answer to it. */
export function spooledRequestHead(origin: EventOrigin, bytes: number): string {
  return headText(['Host: 127.0.0.1', ...fieldsOf(origin, bytes)]);
}

function headText(lines: readonly string[]): string {
  return `${['POST /v1/events HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`;
}

function fieldsOf({ program, event, id, at, ppid, env }: EventOrigin, bytes: number): string[] {
  const told = toldVariables.flatMap((name) => {
    const value = env[name] ?? '';
    return value && value.length <= longestValue ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  return [
    `Beckon-Protocol: ${protocol}`,
    `Beckon-Program: ${encodeURIComponent(program)}`,
    `Beckon-Event: ${encodeURIComponent(event)}`,
    `Beckon-Event-Id: ${id}`,
    `Beckon-At: ${at}`,
    `Beckon-Ppid: ${ppid}`,
    `Beckon-Env: ${told.join('&')}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
  ];
}

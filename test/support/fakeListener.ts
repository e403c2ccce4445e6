import { createServer, type Socket } from 'node:net';

/** One request as it came over the wire. */
export interface Heard {
  readonly head: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly socket: Socket;
}

/** A listener of the tests: takes requests by hand and answers what it is told to. */
export interface FakeListener {
  readonly port: number;
  readonly heard: Heard[];
  close(): void;
}

/** What every listener of the tests shows with its answers. */
export const proof = 'proof-of-the-listener';

/** Says that an event was taken. */
export const take = ({ socket }: Heard): void =>
  void socket.end(`HTTP/1.1 204 No Content\r\nBeckon-Proof: ${proof}\r\n\r\n`);

/** Starts a listener; `answer` is called with every whole request. */
export async function startListener(answer: (request: Heard) => void = take): Promise<FakeListener> {
  const heard: Heard[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    let [length, wanted] = [0, Number.POSITIVE_INFINITY];
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (wanted === Number.POSITIVE_INFINITY) wanted = wantedLength(Buffer.concat(chunks));
      if (length < wanted) return;
      const request = parseRequest(Buffer.concat(chunks), socket);
      heard.push(request);
      answer(request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The listener has no port.');
  return {
    port: address.port,
    heard,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function wantedLength(text: Buffer): number {
  const end = text.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/imu.exec(text.toString('latin1', 0, Math.max(end, 0)))?.[1];
  return end < 0 || length === undefined ? Number.POSITIVE_INFINITY : end + 4 + Number(length);
}

/** Reads the text of a request, from a socket or from the spool. */
export function parseRequest(text: Buffer, socket: Socket): Heard {
  const end = text.indexOf('\r\n\r\n');
  const head = text.toString('latin1', 0, end);
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { head, headers, body: text.subarray(end + 4), socket };
}

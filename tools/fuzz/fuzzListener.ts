import { connect } from 'node:net';
import type { parseDiscovery } from '../../src/core/wire/discovery.ts';
import { eventRequestHead } from '../../src/core/wire/eventRequest.ts';
import type { Random } from './random.ts';

/** What a listener is known by. */
type Door = NonNullable<ReturnType<typeof parseDiscovery>>;

const together = 32;

/** Sends damaged requests to a listener; resolves when it has let go of all of them. */
export async function fuzzListener(door: Door, random: Random, count: number): Promise<void> {
  let sent = 0;
  const one = async () => {
    while (sent < count) {
      sent += 1;
      await send(door.port, random.damaged(request(door, sent, random)));
    }
  };
  await Promise.all(Array.from({ length: together }, one));
}

/** A whole request about an agent that nobody else speaks of. */
export function request(door: Door, serial: number, random?: Random): Buffer {
  const event =
    random?.pick(['PreToolUse', 'Stop', 'Notification', 'agent:idle', 'beckon:settled']) ?? 'Stop';
  const body = JSON.stringify({
    session_id: random ? 'fuzz' : `good-${serial}`,
    hook_event_name: random ? event : 'UserPromptSubmit',
    prompt: 'x',
    tool_name: 'Bash',
    tool_input: { command: 'true' },
  });
  const origin = {
    program: 'claude-code',
    event: random ? event : 'UserPromptSubmit',
    id: `fuzz${serial}`,
    at: Date.now(),
    env: {},
    waits: false,
    spooled: false,
  };
  const { port, token } = door;
  const head = eventRequestHead(origin, { port, token, bytes: Buffer.byteLength(body) });
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** Sends bytes and hangs up; resolves when the other side has gone too. */
export function send(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {}).on('close', () => resolve());
    socket.resume();
    socket.end(bytes);
  });
}

import type { WireHead } from '../../core/wire/wireHead.ts';
import { wireHeaders } from '../../core/wire/wireHead.ts';
import { askListener } from './askListener.ts';
import { listeningIn } from './discoveryFiles.ts';
import { Spool } from './spool.ts';

/**
 * Tells every live listener of an event, as a relay does; where none takes it, it is kept for the next. Says whether it was
 * taken or kept, and never throws.
 */
export async function tellListeners(home: string, head: WireHead, body: string): Promise<boolean> {
  const headers = wireHeaders(head);
  const call = { method: 'POST', path: '/v1/events', headers, body } as const;
  try {
    const listeners = await listeningIn(home);
    const replies = await Promise.all(listeners.map((listener) => askListener(listener, call)));
    return replies.some(({ status }) => status === 204) || new Spool(home).put(head, body, Date.now());
  } catch {
    // A home that cannot be written to keeps nothing; whoever runs us must not suffer from that.
    return false;
  }
}

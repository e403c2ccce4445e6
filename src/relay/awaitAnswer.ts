import { setTimeout as delay } from 'node:timers/promises';
import { firstWordMs, lifetimeMs, reattachMs, waitMs } from '../core/wire/protocol.ts';
import type { WireHead } from '../core/wire/wireHead.ts';
import { liveListeners } from './liveListeners.ts';
import { type LastWord, type Post, postEvent } from './postEvent.ts';
import { spoolEvent } from './spoolEvent.ts';

const retryMs = 500;

/** A request that waits. */
export interface Waiting {
  readonly home: string;
  readonly origin: WireHead;
  readonly body: Buffer;
  /** Whether another window is looked for when the one that held it goes: else it may be kept for the next one. */
  readonly rule: 'always' | 'once' | 'run';
}

/**
 * Posts a request that waits, and returns the first answer that counts. When the listener that held it goes away the
 * same request is posted again, until a budget is spent that counts from the break: the wait before may have been long.
 */
export async function awaitAnswer({ home, origin, body, rule }: Waiting): Promise<Buffer | undefined> {
  const deadline = delay(waitMs, 'settled' as const, { ref: false });
  let brokeAt: number | undefined;
  const patienceMs = rule === 'always' ? reattachMs : 0;
  const spent = performance.now();
  const firstMs = patienceMs || Math.max(300, Math.min(firstWordMs, lifetimeMs - 300 - spent));
  for (;;) {
    const listeners = await liveListeners(home);
    const posts = listeners.map((listener) => postEvent(listener, { origin, body }));
    // A window that has just come back may be slow, and to hang up on it would tell it that the request is over.
    const wordMs = brokeAt === undefined ? firstMs : Math.max(0, brokeAt + reattachMs - performance.now());
    const firstWords = posts.map((post) => post.firstWord(wordMs));
    const last = await Promise.race([lastWordOf(posts, firstWords), deadline]);
    if (last !== 'gone' && last !== 'nobody') {
      return last === 'settled' ? undefined : last;
    }
    for (const post of posts) {
      post.close();
    }
    if (last === 'gone') {
      brokeAt = performance.now();
    }
    // No pause that would last past the budget: a timer may fire a little early, and there would be one more post.
    if (brokeAt === undefined || performance.now() - brokeAt + retryMs >= patienceMs) {
      const words = await Promise.all(firstWords);
      // Whoever took it has to hear that nobody holds it any more: the agent asks in its own terminal now.
      const isTaken = rule !== 'once' && words.some((word) => word !== 'absent');
      return isTaken ? undefined : await spoolEvent(home, origin, body);
    }
    await delay(retryMs);
  }
}

/** Waits for the listeners that hold; `nobody` when none does. */
async function lastWordOf(
  posts: readonly Post[],
  firstWords: readonly Promise<string>[],
): Promise<LastWord | 'nobody'> {
  const held = posts.map(async (post, index) => {
    const word = await firstWords[index];
    // Who can ask nobody has said so in its file by now: then it is another's to hold.
    if (word === 'unable') return await Promise.reject('gone');
    if (word !== 'absent') {
      const last = await post.lastWord;
      // A 204 at once settles nothing: it was not the listener to ask.
      if (last instanceof Buffer || (word === 'held' && last === 'settled')) return last;
      if (word === 'held') return await Promise.reject('gone');
    }
    return await Promise.reject('nobody');
  });
  return await Promise.any(held).catch(({ errors }: AggregateError) =>
    errors.includes('gone') ? 'gone' : 'nobody',
  );
}

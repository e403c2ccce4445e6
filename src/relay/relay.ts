import { randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { eventStamp } from '../core/wire/eventStamp.ts';
import { bodyLimit, firstWordMs, lifetimeMs } from '../core/wire/protocol.ts';
import type { ReadRule } from '../core/wire/relayRules.ts';
import { toldEnv, type WireHead } from '../core/wire/wireHead.ts';
import { askEngine } from './askEngine.ts';
import { awaitAnswer } from './awaitAnswer.ts';
import { isForEngine } from './isForEngine.ts';
import { liveListeners } from './liveListeners.ts';
import { postEvent } from './postEvent.ts';
import { readInput } from './readInput.ts';
import { readTold, readWaitRule } from './readRules.ts';
import { spoolEvent } from './spoolEvent.ts';

/** How the relay was called. */
export interface RelayStart {
  /** The path the agent called: `<home>/bin/<program>`. */
  readonly path: string;
  readonly event: string;
  readonly startedAt: number;
}

/**
 * How long a relay that waits for nothing gives a listener. Short, because here the agent waits for it: Node has no
 * fork, and a second Node in the background would cost it more than this one does. An event that was spooled though a
 * slow listener took it is known by its id.
 */
const hurryMs = 300;

/** Forwards the event on standard input and returns what to answer, if there is an answer. */
export async function relay({ path, event, startedAt }: RelayStart): Promise<Buffer | undefined> {
  const home = dirname(dirname(path));
  const program = basename(path).replace(/\.cmd$/iu, '');
  const rule = readWaitRule(home, program, event);
  const origin: WireHead = {
    program,
    event,
    ...eventStamp(startedAt, randomBytes(16).toString('hex')),
    ppid: process.ppid,
    env: toldEnv(process.env, readTold(home, program)),
    waits: waitsFor(rule),
    spooled: false,
  };
  const body = await readInput(process.stdin, { deadlineMs: lifetimeMs - 500, limit: bodyLimit });
  if (!body) {
    return undefined;
  }
  if (isForEngine(home, origin, rule)) {
    const answer = await askEngine(home, origin, body);
    if (answer) {
      return answer;
    }
  }
  if (rule && rule.kind !== 'hooks' && origin.waits) {
    return await awaitAnswer({ home, origin, body, rule: rule.kind });
  }
  const listeners = await liveListeners(home);
  const posts = listeners.map((listener) => postEvent(listener, { origin, body }));
  const spent = performance.now();
  const firstWord = Math.max(100, Math.min(hurryMs, firstWordMs, lifetimeMs - 500 - spent));
  const words = await Promise.all(posts.map((post) => post.firstWord(firstWord)));
  if (!words.includes('taken')) {
    await spoolEvent(home, origin, body);
  }
  return undefined;
}

function waitsFor(rule: ReadRule): boolean {
  switch (rule?.kind) {
    case 'always':
    case 'once':
      return true;
    case 'run':
      return Boolean(process.env.BECKON_AGENT);
    case 'hooks':
    case undefined:
      return false;
  }
}

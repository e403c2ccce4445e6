import { connect } from 'node:net';
import { eventRequestHead } from '../core/wire/eventRequest.ts';
import type { WireHead } from '../core/wire/wireHead.ts';
import { AnswerReader, type ListenerWord } from './answerReader.ts';
import type { LiveListener } from './liveListeners.ts';

/** What is posted. */
export interface Posting {
  readonly origin: WireHead;
  readonly body: Buffer;
}

/** What a listener made of a posting: it holds it for an answer, it took it, it should have held it, it did not. */
export type FirstWord = 'held' | 'taken' | 'unable' | 'absent';

/** How a held posting ended: with an answer, settled without one, or because the listener went away. */
export type LastWord = Buffer | 'settled' | 'gone';

/** One posting under way. */
export interface Post {
  /** Resolves when the listener has said something that counts, or after `ms`. */
  firstWord(ms: number): Promise<FirstWord>;
  readonly lastWord: Promise<LastWord>;
  close(): void;
}

/** Posts to one listener, over a plain socket: no proxy of the environment gets between. Never throws. */
export function postEvent(listener: LiveListener, { origin, body }: Posting): Post {
  const { port, token, proof } = listener;
  const { waits } = origin;
  const socket = connect({ port, host: '127.0.0.1' });
  const first = withResolvers<FirstWord>();
  const last = withResolvers<LastWord>();
  const reader = new AnswerReader(proof);
  let held = false;
  const take = (answer: ListenerWord) => {
    if (answer.kind === 'held') {
      held = waits;
      if (waits) first.resolve('held');
      return;
    }
    first.resolve(answer.kind === 'unable' ? 'unable' : 'taken');
    last.resolve(answer.kind === 'answered' && waits ? answer.body : 'settled');
    socket.destroy();
  };
  socket.on('data', (chunk) => {
    const answers = reader.read(chunk);
    if (answers === 'refused') {
      socket.destroy();
    } else {
      answers.forEach(take);
    }
  });
  socket.on('error', () => {});
  let connected = false;
  socket.on('connect', () => {
    connected = true;
  });
  socket.on('close', () => {
    // It went away before it could say that it holds the request.
    first.resolve(waits && connected && !listener.isThere() ? 'unable' : 'absent');
    last.resolve(held ? 'gone' : 'settled');
  });
  socket.write(eventRequestHead(origin, { port, token, bytes: body.length }));
  socket.write(body);
  return {
    firstWord: (ms) => {
      const timer = setTimeout(() => first.resolve('absent'), ms);
      return first.promise.finally(() => clearTimeout(timer));
    },
    lastWord: last.promise,
    close: () => socket.destroy(),
  };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long a relay waits, in milliseconds; what is not told is as it is shipped. */
export interface RelayTimes {
  /** For a listener, where the agent waits for a relay that itself waits for nothing; only the one in Node does. */
  readonly hurry?: number;
  /** For the first word of a listener. */
  readonly word?: number;
  /** For everything, until an answer is waited for. */
  readonly life?: number;
  /** For an answer. */
  readonly wait?: number;
  /** For a request to be held: at first, and again after the listener that held it went away. */
  readonly reattach?: number;
  /** No time, but after how many events the spool is kept within its bounds; only the one in bash leaves any out. */
  readonly pruneEvery?: number;
}

/** So much time that a busy machine changes nothing: what comes of a call does not depend on how fast it goes. */
export const patient: RelayTimes = { hurry: 60_000, word: 60_000, life: 60_000, pruneEvery: 1 };

const places = {
  bash: {
    path: (program: string) => ['bin', program],
    shipped: {
      word: 'word_ms=2000 ',
      life: 'life_ms=2800 ',
      wait: 'wait_s=86000 ',
      reattach: 'reattach_s=30 ',
      pruneEvery: 'prune_every=64 ',
    },
  },
  node: {
    path: () => ['lib', 'relay.cjs'],
    shipped: { hurry: '=300;', word: '=2e3,', life: '=3e3,', wait: '=86e6,', reattach: '=3e4,' },
  },
} as const;

/** Which relay it is. */
export interface TimedRelay {
  readonly home: string;
  readonly kind: keyof typeof places;
  readonly program: string;
}

/** Gives an installed relay other times; fails where those it is shipped with are not there. */
export function setRelayTimes({ home, kind, program }: TimedRelay, times: RelayTimes): void {
  const path = join(home, ...places[kind].path(program));
  const shipped: Readonly<Record<string, string>> = places[kind].shipped;
  const text = readFileSync(path, 'utf8');
  // All of them are looked for in what is shipped: one may be set to what another is shipped with.
  const found = Object.entries(shipped).map(([name, from]) => {
    const at = text.indexOf(from);
    if (at < 0 || text.indexOf(from, at + 1) > 0) throw new Error(`The ${kind} relay has not one ${from}.`);
    return { at, from, to: numberIn(from, times[name as keyof RelayTimes]) };
  });
  let [changed, end] = ['', 0];
  for (const { at, from, to } of found.toSorted((one, two) => one.at - two.at)) {
    changed += text.slice(end, at) + to;
    end = at + from.length;
  }
  writeFileSync(path, changed + text.slice(end));
}

function numberIn(assignment: string, ms: number | undefined): string {
  const name = assignment.slice(0, assignment.indexOf('='));
  return ms === undefined
    ? assignment
    : `${name}=${name.endsWith('_s') ? ms / 1000 : ms}${assignment.at(-1)}`;
}

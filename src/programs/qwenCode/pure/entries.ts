import type { Scope, WantedEdit, WantedEntry } from '../../../core/settings/wanted.ts';
import { qwenEvents } from './eventNames.ts';
import { qwenCodeName } from './names.ts';

/** In milliseconds: from a thousand on every version takes the number for that, and newer ones less for seconds. */
const timeoutMs = { person: 86_400_000, hook: 660_000, moment: 30_000 } as const;

/**
 * The entries for Qwen Code. It runs a command by a shell; the relay takes the place of that shell, so that it is seen
 * which process called it.
 */
export function wantedQwenEntries(_: Scope, relay: string): WantedEdit {
  const entries = Object.entries(qwenEvents).map(([event, patience]): WantedEntry => {
    // The shells of Windows have no exec.
    const command = /^[a-z]:[\\/]/iu.test(relay) ? `"${relay}" ${event}` : `exec ${quoted(relay)} ${event}`;
    return { event, handler: { type: 'command', command, timeout: timeoutMs[patience] } };
  });
  return { kind: 'edit', relay, reader: qwenCodeName, readsComments: true, entries };
}

/** A path as a word of a shell. */
function quoted(path: string): string {
  return /^[\w/.-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

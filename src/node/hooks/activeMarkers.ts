import { readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeEventsOf, claudeTriggers } from '../../core/hookrun/claudeHooks.ts';
import { standingOf } from '../../core/hookrun/standing.ts';
import type { Trust } from '../../core/hookrun/trust.ts';
import { consentFor } from '../../core/hookrun/trust.ts';
import { privateFolder } from '../privateFolder.ts';
import type { FoundHook } from './findHooks.ts';
import { findHooks } from './findHooks.ts';
import { readTrust } from './trust.ts';

/** Whose hooks there are. */
export interface MarkerOptions {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Those that are known besides the ones that are trusted. */
  readonly workspaces: readonly string[];
}

/** Runs at every start of a session, while there is any hook: so those that were made by hand are noticed. */
const always = 'SessionStart';

const markerOf = (event: string) => `claude-code.${event}`;

/**
 * Makes the markers follow the hooks on disk: with one the relay hands the event to the engine. Never throws.
 *
 * What a person agreed to is not compared with what is there now: a marker too many costs time, and the engine tells of
 * a hook that has changed.
 */
export async function syncMarkers({ home, env, workspaces }: MarkerOptions): Promise<void> {
  try {
    const trust = await readTrust(home);
    const found: FoundHook[] = [...(await findHooks({ home, env }))];
    for (const workspace of new Set([...trust.workspaces, ...workspaces])) {
      const all = await findHooks({ home, env, workspace });
      found.push(...all.filter(({ scope }) => scope === 'project'));
    }
    const events = found
      .filter((one) => mayRun(one, trust))
      .flatMap(({ hook }) => (hook ? claudeEventsOf(hook.trigger) : []));
    await write(join(home, 'active'), new Set(found.length > 0 ? [always, ...events] : []));
  } catch {
    // The markers stay as they are.
  }
}

function mayRun(one: FoundHook, trust: Trust): boolean {
  const hash = consentFor(trust, one.folder)?.hash;
  const standing = standingOf(one, { trust, hash });
  return standing === 'runs' || standing === 'approves';
}

async function write(folder: string, events: ReadonlySet<string>): Promise<void> {
  const there = new Set(await readdir(folder).catch(() => []));
  const wanted = (event: string) => events.has(event);
  const ours = Object.keys(claudeTriggers);
  if (events.size > 0) {
    privateFolder(folder);
  }
  for (const event of ours.filter((one) => wanted(one) && !there.has(markerOf(one)))) {
    await writeFile(join(folder, markerOf(event)), '', { mode: 0o600 });
  }
  for (const event of ours.filter((one) => !wanted(one) && there.has(markerOf(one)))) {
    await rm(join(folder, markerOf(event)), { force: true });
  }
  if (events.size === 0) {
    await rmdir(folder).catch(() => {});
  }
}

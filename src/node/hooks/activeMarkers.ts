import { readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claudeEventsOf, claudeTriggers } from '../../core/hookrun/claudeHooks.ts';
import { isRun, standingOf } from '../../core/hookrun/standing.ts';
import type { Trust } from '../../core/hookrun/trust.ts';
import { consentFor } from '../../core/hookrun/trust.ts';
import { privateFolder } from '../privateFolder.ts';
import type { FoundHook } from './findHooks.ts';
import { findHooks } from './findHooks.ts';
import { userHooksFolder } from './hookPlaces.ts';
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
 * A marker names the folders of a person's own hooks that it is for: an agent with another configuration home has others
 * there, and this process must not take their markers away.
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
    const own = found.filter(({ scope }) => scope === 'user');
    const theirs = found.filter(({ scope }) => scope === 'project');
    await write(join(home, 'active'), {
      folder: userHooksFolder(env),
      own: eventsOf(own, trust),
      all: new Set([...eventsOf(own, trust), ...eventsOf(theirs, trust)]),
      isUnsure: trust.isUnknown === true,
    });
  } catch {
    // The markers stay as they are.
  }
}

function eventsOf(found: readonly FoundHook[], trust: Trust): ReadonlySet<string> {
  const events = found
    .filter((one) => mayRun(one, trust))
    .flatMap(({ hook }) => (hook ? claudeEventsOf(hook.trigger) : []));
  return new Set(found.length > 0 ? [always, ...events] : []);
}

function mayRun(one: FoundHook, trust: Trust): boolean {
  const hash = consentFor(trust, one.folder)?.hash;
  const standing = standingOf(one, { trust, hash });
  // While nobody knows what the person said, the engine is asked: a marker too many only costs time.
  return isRun(standing) || standing === 'unknown';
}

interface Wanted {
  /** Where the hooks are that `own` is for. */
  readonly folder: string;
  readonly own: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Nobody knows which workspaces are trusted, so none of the others is one too many. */
  readonly isUnsure: boolean;
}

async function write(folder: string, wanted: Wanted): Promise<void> {
  const there = new Set(await readdir(folder).catch(() => []));
  for (const event of Object.keys(claudeTriggers)) {
    const path = join(folder, markerOf(event));
    const isThere = there.has(markerOf(event));
    const before = isThere ? await readFile(path, 'utf8').catch(() => '') : '';
    const others = await foldersIn(before, wanted.folder);
    const lines = [...others, ...(wanted.own.has(event) ? [wanted.folder] : [])].sort();
    const text = lines.map((line) => `${line}\n`).join('');
    if (!wanted.all.has(event) && wanted.isUnsure) {
      continue;
    }
    if (!wanted.all.has(event) && lines.length === 0) {
      await rm(path, { force: true });
    } else if (!isThere || text !== before) {
      privateFolder(folder);
      await writeFile(path, text, { mode: 0o600 });
    }
  }
  await rmdir(folder).catch(() => {});
}

/** The folders that a marker names, without one, and without those that are gone. */
async function foldersIn(text: string, own: string): Promise<readonly string[]> {
  const folders = text.split('\n').filter((line) => line !== '' && line !== own);
  const live = await Promise.all(
    folders.map(async (one) => (await stat(one).catch(() => undefined))?.isDirectory() === true),
  );
  return folders.filter((_, at) => live[at]);
}

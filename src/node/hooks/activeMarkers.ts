import { readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TriggerId } from '../../core/hookfile/triggers.ts';
import type { HookProgram } from '../../core/hookrun/programHooks.ts';
import { eventsOfTrigger } from '../../core/hookrun/programHooks.ts';
import { isRun, standingOf } from '../../core/hookrun/standing.ts';
import type { Trust } from '../../core/hookrun/trust.ts';
import { consentFor } from '../../core/hookrun/trust.ts';
import { lockHome } from '../homeLock.ts';
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
  /** The agent programs that hooks run for. */
  readonly programs: readonly HookProgram[];
  /** How long another process may keep this one from taking markers away; then it only makes some. */
  readonly waitMs?: number;
  /** Called after each look at what is on disk. */
  readonly looked?: () => void;
}

/** An agent may wait for it. */
const patienceMs = 2000;

/** Runs at every start of a session, while there is any hook: so those that were made by hand are noticed. */
const always: TriggerId = 'session_start';

/** Where the markers lie. */
export function markersFolder(home: string): string {
  return join(home, 'active');
}

/**
 * Makes the markers follow the hooks on disk: with one the relay hands the event to the engine. Never throws; says
 * whether they could be written.
 *
 * A marker names the folders of a person's own hooks that it is for: an agent with another configuration home has others
 * there, and this process must not take their markers away.
 *
 * What a person agreed to is not compared with what is there now: a marker too many costs time, and the engine tells of
 * a hook that has changed.
 *
 * A marker is taken away only by one process at a time, and after a second look: somebody may make a hook while this
 * one looks, and a marker too few would cost a decision.
 */
export async function syncMarkers(options: MarkerOptions): Promise<boolean> {
  const { home, waitMs = patienceMs } = options;
  const lock = await lockHome(home, 'looking for hooks', waitMs).catch(() => undefined);
  const isAlone = lock !== undefined && 'release' in lock;
  try {
    const folder = markersFolder(home);
    if ((await write(folder, await look(options))) && isAlone) {
      await takeAway(folder, await look(options));
    }
    return true;
  } catch {
    // The markers stay as they are.
    return false;
  } finally {
    await (isAlone ? lock.release().catch(() => {}) : undefined);
  }
}

async function look({ home, env, workspaces, programs, looked }: MarkerOptions): Promise<WantedMarkers> {
  const trust = await readTrust(home);
  const found: FoundHook[] = [...(await findHooks({ home, env }))];
  for (const workspace of new Set([...trust.workspaces, ...workspaces])) {
    const all = await findHooks({ home, env, workspace });
    found.push(...all.filter(({ scope }) => scope === 'project'));
  }
  looked?.();
  const own = found.filter(({ scope }) => scope === 'user');
  const theirs = found.filter(({ scope }) => scope === 'project');
  return {
    folder: userHooksFolder(env),
    names: programs.flatMap(({ id, hooks }) =>
      Object.keys(hooks?.triggers ?? {}).map((event) => `${id}.${event}`),
    ),
    own: namesOf(programs, triggersOf(own, trust)),
    all: namesOf(programs, [...triggersOf(own, trust), ...triggersOf(theirs, trust)]),
    isUnsure: trust.isUnknown === true || found.some(({ isPlace }) => isPlace),
  };
}

function triggersOf(found: readonly FoundHook[], trust: Trust): readonly TriggerId[] {
  const triggers = found
    .filter((one) => mayRun(one, trust))
    .flatMap(({ hook }) => (hook ? [hook.trigger] : []));
  return found.length > 0 ? [always, ...triggers] : [];
}

/** The markers for some triggers: one for each event of each program. */
function namesOf(programs: readonly HookProgram[], triggers: readonly TriggerId[]): ReadonlySet<string> {
  return new Set(
    programs.flatMap(({ id, hooks }) =>
      hooks ? triggers.flatMap((one) => eventsOfTrigger(hooks, one).map((event) => `${id}.${event}`)) : [],
    ),
  );
}

function mayRun(one: FoundHook, trust: Trust): boolean {
  const hash = consentFor(trust, one.folder)?.hash;
  const standing = standingOf(one, { trust, hash });
  // While nobody knows what the person said, the engine is asked: a marker too many only costs time.
  return isRun(standing) || standing === 'unknown';
}

interface WantedMarkers {
  /** Every marker there may be, and below the ones that are wanted. */
  readonly names: readonly string[];
  /** Where the hooks are that `own` is for. */
  readonly folder: string;
  readonly own: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Nobody knows which workspaces are trusted, so none of the others is one too many. */
  readonly isUnsure: boolean;
}

/** Makes the markers that are missing; says whether there are some too many. */
async function write(folder: string, wanted: WantedMarkers): Promise<boolean> {
  let isTooMany = false;
  for (const marker of await markersIn(folder, wanted)) {
    if (marker.isTooMany) {
      isTooMany = true;
    } else if (marker.text !== marker.before) {
      privateFolder(folder);
      await writeFile(marker.path, marker.text, { mode: 0o600 });
    }
  }
  return isTooMany;
}

async function takeAway(folder: string, wanted: WantedMarkers): Promise<void> {
  for (const { path, isTooMany } of await markersIn(folder, wanted)) {
    if (isTooMany) {
      await rm(path, { force: true });
    }
  }
  await rmdir(folder).catch(() => {});
}

interface Marker {
  readonly path: string;
  /** What it says, where it is there. */
  readonly before?: string;
  readonly text: string;
  readonly isTooMany: boolean;
}

/** The markers that are there or should be. */
async function markersIn(folder: string, wanted: WantedMarkers): Promise<readonly Marker[]> {
  const there = new Set(await readdir(folder).catch(() => []));
  const markers: Marker[] = [];
  for (const name of wanted.names) {
    const path = join(folder, name);
    const before = there.has(name) ? await readFile(path, 'utf8').catch(() => '') : undefined;
    const others = await foldersIn(before ?? '', wanted.folder);
    const lines = [...others, ...(wanted.own.has(name) ? [wanted.folder] : [])].sort();
    const isWanted = wanted.all.has(name) || lines.length > 0;
    if (isWanted || (before !== undefined && !wanted.isUnsure)) {
      const text = lines.map((line) => `${line}\n`).join('');
      markers.push({ path, text, isTooMany: !isWanted, ...(before === undefined ? {} : { before }) });
    }
  }
  return markers;
}

/** The folders that a marker names, without one, and without those that are gone. */
async function foldersIn(text: string, own: string): Promise<readonly string[]> {
  const folders = text.split('\n').filter((line) => line !== '' && line !== own);
  const live = await Promise.all(
    folders.map(async (one) => (await stat(one).catch(() => undefined))?.isDirectory() === true),
  );
  return folders.filter((_, at) => live[at]);
}

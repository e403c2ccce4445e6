import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beckonHome } from './beckonHome.ts';
import type { Refused } from './entries/changeSettings.ts';
import { uninstallEverywhere } from './entries/uninstallEntriesIn.ts';
import { listeningIn } from './listener/discoveryFiles.ts';
import { spoolNames } from './listener/spoolNames.ts';
import type { EntryProgram } from './programNode.ts';
import { unfinishedFiles } from './unfinishedFiles.ts';

/**
 * What a file that still has entries needs, by folder: without the relay every call of an agent would show an error, and
 * an undo record that cannot be read may be its only backup.
 */
const needed: Readonly<Record<string, RegExp>> = {
  '.': /^(?:runtimes|installs\.lock(?:\.breaking)?)$/u,
  installs: /^[0-9a-f]{64}(?:\.damaged)?$/u,
  bin: /^beckon(?:\.cmd)?$/u,
  waits: /^[\w-]+\.\w[\w.-]*$/u,
  env: /^[\w-]+$/u,
  lib: /^(?:beckon\.cjs|relay\.cjs|relay\.sh)$/u,
};

/** What else lies in a Beckon home. Names that are of neither form are somebody else's, and stay. */
const contents: Readonly<Record<string, RegExp>> = {
  '.': /^(?:(?:trust|hooks|kept)\.json|snooze)$|^\.(?:(?:trust|hooks|kept)\.json|snooze)\.[0-9a-f]{8}$/u,
  hooklog: /^[0-9a-f]{64}\.jsonl$|^\.[0-9a-f]{64}\.jsonl\.[0-9a-f]{8}$/u,
  windows: /^\.?[0-9a-f]{16}(?:\.[0-9a-f]{8})?$/u,
  spool: spoolNames,
  active: /^[\w-]+\.\w[\w.-]*$/u,
  told: /^[0-9a-f]{64}$/u,
  answered: /^[\w-]+$/u,
  stops: /^[0-9a-f]{32}$/u,
  runs: /^[a-z0-9-]+\.(?:json|exit|shell)$|^\.[a-z0-9-]+\.json\.[0-9a-f]{8}$/u,
};

/** Whether an uninstall knows this name at the top of a Beckon home, as a folder or as a file. */
export function isRemoved(name: string): boolean {
  return [contents, unfinishedFiles, needed].some(
    (part) => Object.hasOwn(part, name) || part['.']?.test(name),
  );
}

/**
 * Removes every trace of Beckon from the machine, and says which settings files could not be restored. For their sake
 * the relay, the command line and the undo records stay. While some listener is alive, in another editor say,
 * nothing is done at all.
 *
 * The entries go first. `settle` then has to give running agents the time to read their settings again: a relay that
 * is missing shows an error.
 */
export async function removeBeckon(
  programs: readonly EntryProgram[],
  env: NodeJS.ProcessEnv,
  settle: () => Promise<void>,
): Promise<readonly Refused[]> {
  const home = beckonHome(env);
  if ((await listeningIn(home)).length > 0) {
    return [];
  }
  const results = await uninstallEverywhere(programs, env);
  if (results.some(({ outcome }) => outcome === 'removed' || outcome === 'deleted')) {
    await settle();
  }
  const refused = results.filter((result) => result.outcome === 'refused');
  const last = refused.length === 0 ? [needed] : [];
  const relays = new RegExp(`^(?:${programs.map(({ id }) => id).join('|')})(?:\\.cmd)?$`, 'u');
  for (const part of [contents, unfinishedFiles, ...last, ...(last.length > 0 ? [{ bin: relays }] : [])]) {
    for (const [folder, names] of Object.entries(part)) {
      await removeFrom(join(home, folder), names);
    }
  }
  await rmdir(home).catch(() => {});
  return refused;
}

/** Removes files by their names, and the folder where nothing is left in it. */
async function removeFrom(folder: string, names: RegExp): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of found.filter((one) => !one.isDirectory() && names.test(one.name))) {
    await rm(join(folder, entry.name), { force: true }).catch(() => {});
  }
  await rmdir(folder).catch(() => {});
}

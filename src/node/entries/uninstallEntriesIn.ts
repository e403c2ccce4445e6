import { rm } from 'node:fs/promises';
import { countEntries } from '../../core/settings/entryHealth.ts';
import { removeEntries } from '../../core/settings/settingsEdit.ts';
import type { Scope } from '../../core/settings/wanted.ts';
import { beckonHome, relayHome, relayPath } from '../beckonHome.ts';
import type { EntryProgram } from '../programNode.ts';
import { sweepUnfinished } from '../unfinishedFiles.ts';
import type { Refused } from './changeSettings.ts';
import { changeSettings } from './changeSettings.ts';
import { undoOf } from './entriesEdit.ts';
import { includeInGit } from './gitExclude.ts';
import { allRecords, livingRecords, readRecord, removeRecord } from './installRecords.ts';
import { forgetLostFolders } from './lostFolders.ts';
import { otherHomesIn } from './otherHomes.ts';
import { holds, removeLeftovers, replaceFile } from './replaceFile.ts';
import type { SettingsFile } from './settingsFile.ts';
import { readSettingsFile, writeProblem } from './settingsFile.ts';
import type { SettingsPlace } from './settingsPlace.ts';
import { linkFolders, settingsPath } from './settingsPlace.ts';
import { removeFolders } from './writeInstall.ts';

/** What an uninstallation needs of the outside. */
interface UninstallOptions {
  readonly program: EntryProgram;
  readonly scope: Scope;
  readonly env: NodeJS.ProcessEnv;
  /** Runs right before the last look at the file; for tests of what happens in between. */
  readonly beforeSwap?: () => Promise<void>;
}

/** What came of an uninstallation: `nothing` where there was nothing of ours. */
export type UninstallResult = Uninstalled | Refused;

interface Uninstalled {
  readonly outcome: 'removed' | 'deleted' | 'nothing';
  readonly file: string;
}

/** Takes the entries out of the settings file of a place, with everything an install made beside them. */
export function uninstallEntriesIn(options: UninstallOptions & SettingsPlace): Promise<UninstallResult> {
  return uninstallFrom(settingsPath(options), options);
}

/**
 * Takes the entries out of every settings file there is an undo record of, and out of the person's own files in every
 * folder their program knows, since a folder may have been moved: for the day Beckon itself goes.
 */
export async function uninstallEverywhere(
  programs: readonly EntryProgram[],
  env: NodeJS.ProcessEnv,
): Promise<readonly UninstallResult[]> {
  const results: UninstallResult[] = [];
  for (const { file, scope, program: id } of await allRecords(beckonHome(env))) {
    const program = programs.find((one) => one.id === id) ?? programs[0];
    if (program) {
      results.push(await uninstallFrom(file, { program, env, scope }));
    }
  }
  const places = await Promise.all(programs.map((program) => personalPlaces(program, env)));
  for (const place of places.flat()) {
    if (await hasEntries(place)) {
      results.push(await uninstallEntriesIn(place));
    }
  }
  return results;
}

async function personalPlaces(
  program: EntryProgram,
  env: NodeJS.ProcessEnv,
): Promise<readonly SettingsPlace[]> {
  const folders = (await program.node.entries.folders(env)) ?? [];
  return [
    { program, scope: 'user', workspace: '', env },
    ...folders.map((workspace) => ({ program, scope: 'local', workspace, env }) as const),
  ];
}

async function hasEntries(place: SettingsPlace): Promise<boolean> {
  const found = await readSettingsFile(settingsPath(place), linkFolders(place));
  const relay = relayPath(relayHome(place.scope, place.env), place.program.id);
  const ours = { relay, others: [], reader: place.program.name };
  return found.kind === 'text' && countEntries({ file: found.target, sight: found }, ours) > 0;
}

function uninstallFrom(file: string, options: UninstallOptions): Promise<UninstallResult> {
  const home = beckonHome(options.env);
  return changeSettings({ file, home, attempt: () => uninstallOnce(file, home, options) });
}

async function uninstallOnce(
  file: string,
  home: string,
  options: UninstallOptions,
): Promise<UninstallResult | 'again'> {
  const { program, scope, env } = options;
  const found = await readInstalled(file, home, options);
  if (found.kind === 'refused') {
    return { outcome: 'refused', file, refusal: found.refusal };
  }
  const record = await readRecord(home, found.target);
  const relay = relayPath(relayHome(scope, env), program.id);
  const source = found.kind === 'text' ? found.text : undefined;
  const { relays: others, homes } = await otherHomesIn(source, relay, options);
  const left =
    source === undefined
      ? undefined
      : removeEntries(source, { relay, others, reader: program.name }, record && undoOf(record));
  if (typeof left === 'object') {
    return { outcome: 'refused', file, refusal: left };
  }
  const outcome = outcomeOf(found, left);
  const refusal = outcome === 'nothing' ? undefined : await writeProblem(found);
  if (refusal) {
    return { outcome: 'refused', file, refusal };
  }
  if (outcome !== 'nothing' && !(await write(found, left, options))) {
    return 'again';
  }
  await removeLeftovers(found.target);
  // Another home's entries keep the file, and so what was said about it: that home has it in its own record.
  for (const use of homes.length > 0 ? [] : (record?.excludes ?? [])) {
    const others = await livingRecords([home]);
    await includeInGit(
      use,
      others.filter(({ target }) => target !== found.target),
    );
  }
  if (record) {
    await removeFolders(record.folders);
    // Last: whoever is killed before can be undone again.
    await removeRecord(home, found.target);
  }
  await forgetLostFolders(home);
  await sweepUnfinished(home, Date.now());
  return { outcome, file };
}

/** The settings file of an uninstall. A link elsewhere is followed only to where an install through it wrote. */
async function readInstalled(file: string, home: string, place: UninstallOptions): Promise<SettingsFile> {
  const found = await readSettingsFile(file, 'anywhere');
  const record = found.kind === 'refused' ? undefined : await readRecord(home, found.target);
  return record?.file === file ? found : readSettingsFile(file, linkFolders(place));
}

function outcomeOf(found: SettingsFile, left: string | undefined): 'removed' | 'deleted' | 'nothing' {
  if (found.kind !== 'text' || left === found.text) {
    return 'nothing';
  }
  return left === undefined ? 'deleted' : 'removed';
}

/** Whether the file was still the one that was read. */
async function write(
  found: SettingsFile,
  left: string | undefined,
  { beforeSwap }: UninstallOptions,
): Promise<boolean> {
  if (found.kind !== 'text') {
    return true;
  }
  if (left !== undefined) {
    return replaceFile(found.target, { bytes: Buffer.from(left), expected: found.bytes, beforeSwap });
  }
  await beforeSwap?.();
  const same = await holds(found.target, found.bytes);
  if (same) {
    await rm(found.target);
  }
  return same;
}

import { rm } from 'node:fs/promises';
import { countEntries } from '../../core/settings/entryHealth.ts';
import { removeEntries } from '../../core/settings/installEntries.ts';
import { beckonHome } from '../beckonHome.ts';
import type { EntryProgram } from '../programNode.ts';
import { sweepUnfinished } from '../unfinishedFiles.ts';
import type { Refused } from './changeSettings.ts';
import { changeSettings } from './changeSettings.ts';
import { undoOf } from './entriesEdit.ts';
import { includeInGit } from './gitExclude.ts';
import { allRecords, holderOf, livingRecords, readRecord, removeRecord } from './installRecords.ts';
import { forgetLostFolders } from './lostFolders.ts';
import { otherHomesIn } from './otherHomes.ts';
import { holds, removeLeftovers, replaceFile } from './replaceFile.ts';
import { settingsFact } from './settingsFacts.ts';
import type { SettingsFile } from './settingsFile.ts';
import { readSettingsFile, writeProblem } from './settingsFile.ts';
import type { SettingsPlace } from './settingsPlace.ts';
import { readPlace, settingsPath, wantedAt } from './settingsPlace.ts';
import { removeFolders } from './writeInstall.ts';

/** What an uninstallation needs of the outside. */
interface UninstallOptions extends SettingsPlace {
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
export function uninstallEntriesIn(options: UninstallOptions): Promise<UninstallResult> {
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
  for (const record of await allRecords(beckonHome(env))) {
    const { file, scope } = record;
    const program = programs.find(({ id }) => id === record.program) ?? programs[0];
    if (program) {
      results.push(await uninstallFrom(file, { program, env, scope, workspace: holderOf(record) }));
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
  const workspaces = { user: [''], local: folders, project: [] };
  return program.settings.scopes.flatMap((scope) =>
    workspaces[scope].map((workspace) => ({ program, scope, workspace, env })),
  );
}

async function hasEntries(place: SettingsPlace): Promise<boolean> {
  const found = await readPlace(place);
  return found.kind === 'text' && countEntries(settingsFact(found.target, found), wantedAt(place)) > 0;
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
  const { env } = options;
  const found = await readInstalled(file, home, options);
  if (found.kind === 'refused') {
    return { outcome: 'refused', file, refusal: found.refusal };
  }
  const record = await readRecord(home, found.target);
  const source = found.kind === 'text' ? found.text : undefined;
  const wanted = wantedAt(options);
  const { relays: others, homes } = await otherHomesIn(source, wanted, env);
  const left =
    source === undefined ? undefined : removeEntries(source, { ...wanted, others }, record && undoOf(record));
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
async function readInstalled(file: string, home: string, place: SettingsPlace): Promise<SettingsFile> {
  const found = await readSettingsFile(file);
  const record = found.kind === 'refused' ? undefined : await readRecord(home, found.target);
  return record?.file === file ? found : readPlace(place);
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

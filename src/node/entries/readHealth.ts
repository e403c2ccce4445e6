import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { countEntries, servingFile } from '../../core/settings/entryHealth.ts';
import { healthStates } from '../../core/settings/health.ts';
import type { HealthFacts, HealthState, HookTrust, SettingsFact } from '../../core/settings/healthFacts.ts';
import type { InstallRecord } from '../../core/settings/installRecord.ts';
import type { Scope, Wanted } from '../../core/settings/wanted.ts';
import { beckonHome, relayHome, relayPath } from '../beckonHome.ts';
import type { EntryProgram, StandIn } from '../programNode.ts';
import { undoOf } from './entriesEdit.ts';
import { excludeRefusal } from './gitExclude.ts';
import { findRepository, gitSays } from './gitRepository.ts';
import { readRecord } from './installRecords.ts';
import { otherHomesIn } from './otherHomes.ts';
import { managedFacts, settingsFact } from './settingsFacts.ts';
import { readSettingsFile } from './settingsFile.ts';
import type { SettingsPlace } from './settingsPlace.ts';
import { readPlace, settingsPath, wantedAt } from './settingsPlace.ts';

/** Where to look. Without a scope it is the first one that has entries, else a record of them, else the program's default. */
export interface HealthPlace {
  readonly program: EntryProgram;
  /** What makes a command about that program, with a space before it; empty where nothing has to be said. */
  readonly agentOption?: string;
  readonly scope: Scope | undefined;
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  /** The administrator's settings files, with `managed-settings.d` beside them; else those of the system. */
  readonly managedSettings?: readonly string[];
  /** Whether the program is known to be here though it cannot be seen on the disk, such as one inside of an extension. */
  readonly hasProgram?: boolean;
  readonly now?: number;
}

/** A folder in which agents of a program work. */
export type FolderOf = Pick<HealthPlace, 'program' | 'workspace' | 'env'>;

/** How well Beckon hears of agents in a folder; healthy where there is no finding. */
export interface Health {
  readonly scope: Scope;
  /** The folder whose file it is; for the person's own file the one that was looked at. */
  readonly holder: string;
  /** The file whose entries serve the folder, or did; else the one they belong in. */
  readonly file: string;
  /** The version of the program, where it is known. */
  readonly version: string | undefined;
  readonly findings: readonly HealthState[];
}

/** Looks at everything that decides whether entries are run. */
export async function readHealth(place: HealthPlace): Promise<Health> {
  const { program, workspace, env } = place;
  const { entries } = program.node;
  const home = beckonHome(env);
  const { files, others } = await candidates(place);
  const chosen = choose(place.scope, files, others);
  const { scope, fact: target, wanted: ours, record } = chosen;
  const { relay } = ours;
  const stand = others.map(({ fact }) => fact);
  const theirs = others.flatMap((one) => one.wanted.others);
  const { version, isHere } = await entries.seen(env);
  const own: HealthFacts = {
    target,
    program,
    isHere: isHere || place.hasProgram === true,
    ...whatWasWritten(record, place.now),
    stand: scope === 'local' ? stand : [],
    managed: await managedFacts(place.managedSettings ?? entries.managed()),
    order: files.flatMap(({ scope: at, fact }) => (at === 'local' ? [fact, ...stand] : [fact])),
    wanted: { ...wantedAt({ program, scope, env }, version), others: [...ours.others, ...theirs] },
    version,
    relay: await relayState(relay),
    relayFile: relay,
    otherHome: (await isSame(dirname(dirname(relay)), home)) ? undefined : home,
    trust: await trustOf({ program, scope, workspace, env }, target.file),
    switchedOff: await entries.switchedOff?.({ scope, workspace, env }),
    folder: workspace,
    ...(scope === 'local' ? await gitOn(workspace, target.file, env) : { git: 'unknown' }),
    options: optionsFor(place, scope, workspace),
    agentOption: place.agentOption ?? '',
  };
  const file = servingFile(own);
  const serving = others.find(({ fact }) => fact.file === file);
  const broken = scope === 'local' && serving === undefined ? brokenStandIn(chosen, others) : undefined;
  const facts = broken ? await factsOf(broken, own, place) : own;
  const told = serving ?? broken ?? chosen;
  return {
    scope,
    holder: told.holder,
    file: told.fact.file,
    version,
    findings: healthStates(facts),
  };
}

/** Whether any settings file that a program reads in a folder has entries, complete or not. */
export async function hasEntriesFor(folder: FolderOf): Promise<boolean> {
  const { files, others } = await candidates(folder);
  return [...files, ...others].some(hasEntries);
}

/** Whether a program has entries in a folder, or had some: complete or not. */
export async function isKnownIn(folder: FolderOf): Promise<boolean> {
  const { files, others } = await candidates(folder);
  return [...files, ...others].some((one) => hasEntries(one) || one.record !== undefined);
}

/** The files of a folder, by scope, and those that serve it as well. */
async function candidates({ program, workspace, env }: FolderOf) {
  const files = program.settings.scopes.map((scope) => candidate({ program, scope, workspace, env }));
  const others = (await standIns(program, workspace)).map((folder) =>
    candidate({ program, scope: 'local', workspace: folder, env }),
  );
  return { files: await Promise.all(files), others: await Promise.all(others) };
}

/** A settings file that may have entries, and the folder an install would name for it. */
interface Candidate {
  readonly scope: Scope;
  readonly holder: string;
  readonly fact: SettingsFact;
  readonly wanted: Wanted & { readonly others: readonly string[] };
  readonly record: InstallRecord | undefined;
}

async function candidate(place: SettingsPlace): Promise<Candidate> {
  const { scope, workspace: holder, env } = place;
  const file = settingsPath(place);
  const fact = settingsFact(file, await readPlace(place));
  const wanted = wantedAt(place);
  const others = await othersIn(fact, wanted, env);
  return {
    scope,
    holder,
    fact,
    wanted: { ...wanted, others },
    record: await recordOf(beckonHome(env), file),
  };
}

function choose(
  scope: Scope | undefined,
  files: readonly Candidate[],
  others: readonly Candidate[],
): Candidate {
  const [first] = files as readonly [Candidate];
  const served = others.some(hasEntries) ? files.find((one) => one.scope === 'local') : undefined;
  return (
    files.find((one) => one.scope === scope) ??
    files.find(hasEntries) ??
    served ??
    files.find(({ record }) => record !== undefined) ??
    first
  );
}

function hasEntries({ fact, wanted }: Candidate): boolean {
  return countEntries(fact, wanted) > 0;
}

/** The other file that served the folder and no longer does so fully; none where the folder has entries of its own. */
function brokenStandIn(own: Candidate, others: readonly Candidate[]): Candidate | undefined {
  if (hasEntries(own)) {
    return undefined;
  }
  const recorded = own.record ? undefined : others.find(({ record }) => record !== undefined);
  return others.find(hasEntries) ?? recorded;
}

/** The facts of a folder, told about another file than its own. */
async function factsOf(
  { scope, holder, fact, record }: Candidate,
  own: HealthFacts,
  place: HealthPlace,
): Promise<HealthFacts> {
  const { env, now } = place;
  return {
    ...own,
    target: fact,
    ...whatWasWritten(record, now),
    stand: [],
    ...(await gitOn(holder, fact.file, env)),
    options: optionsFor(place, scope, holder),
  };
}

/** What an undo record says about the entries. */
function whatWasWritten(
  record: InstallRecord | undefined,
  now = Date.now(),
): Pick<HealthFacts, 'recorded' | 'written' | 'writtenFor' | 'writtenMsAgo'> {
  return {
    recorded: record !== undefined,
    written: record && undoOf(record).written,
    writtenFor: record?.version,
    writtenMsAgo: record?.at === undefined ? undefined : now - record.at,
  };
}

/** The files whose change may change the health of a folder, whether they are there or not. */
export async function healthFiles({ program, workspace, env }: FolderOf): Promise<readonly string[]> {
  const { entries } = program.node;
  const { scopes } = program.settings;
  const stand = await standIns(program, workspace);
  return [
    ...scopes.map((scope) => entries.file({ scope, workspace, env })),
    ...stand.map((folder) => entries.file({ scope: 'local', workspace: folder, env })),
    ...scopes.map((scope) => relayPath(relayHome(scope, env), program.id)),
    ...entries.managed(),
    ...entries.usual(env),
    ...(entries.watched?.(env) ?? []),
  ];
}

/** The words that make a command mean this place, as a shell takes them. */
function optionsFor({ agentOption = '', program }: HealthPlace, scope: Scope, workspace: string): string {
  const folder = /^[\w@%+=:,./-]+$/u.test(workspace) ? workspace : `'${workspace.replaceAll("'", "'\\''")}'`;
  return `${agentOption}${scope === program.settings.scopes[0] ? '' : ` --scope ${scope}`}${scope === 'user' ? '' : ` --workspace ${folder}`}`;
}

async function recordOf(home: string, file: string) {
  const found = await readSettingsFile(file);
  return found.kind === 'refused' ? undefined : readRecord(home, found.target);
}

/** The folders whose local file a program reads as well. A folder that is one of them does not stand in for itself. */
async function standIns(program: EntryProgram, workspace: string): Promise<readonly string[]> {
  const wanted = program.node.entries.standIns;
  const repository = wanted.length > 0 ? await findRepository(workspace) : undefined;
  const own = await realpath(workspace).catch(() => workspace);
  const folders: Readonly<Record<StandIn, string | undefined>> = {
    top: repository?.root,
    main: repository?.main,
  };
  return wanted
    .map((one) => folders[one])
    .filter((folder) => folder !== undefined)
    .filter((folder) => folder !== own);
}

async function relayState(relay: string): Promise<HealthFacts['relay']> {
  if (!(await stat(relay).catch(() => undefined))?.isFile()) {
    return 'missing';
  }
  const usable = await access(relay, constants.X_OK).then(
    () => true,
    () => false,
  );
  return usable ? 'there' : 'not-executable';
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)));
  return a === b;
}

async function gitOn(
  workspace: string,
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<Pick<HealthFacts, 'git' | 'excludeRefusal'>> {
  const repository = await findRepository(workspace);
  return repository
    ? { git: await gitSays(repository, file, env), excludeRefusal: await excludeRefusal(repository, file) }
    : { git: 'unknown', excludeRefusal: undefined };
}

async function othersIn({ sight }: SettingsFact, wanted: Wanted, env: NodeJS.ProcessEnv) {
  return (await otherHomesIn(sight.kind === 'text' ? sight.text : undefined, wanted, env)).relays;
}

/** Whether the person told the program to trust the folder or one above it, and the entries in a file. */
async function trustOf(place: SettingsPlace, file: string): Promise<HookTrust> {
  const { program, workspace } = place;
  const repository = await findRepository(workspace);
  const starts = [workspace, await realpath(workspace).catch(() => workspace), repository?.main];
  const folders = starts.flatMap((folder) => (folder === undefined ? [] : foldersUpFrom(folder)));
  return program.node.entries.trusts({ ...place, file, folders });
}

function foldersUpFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}

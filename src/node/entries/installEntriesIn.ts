import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { excludeRefusalMessage } from '../../core/settings/excludeText.ts';
import { removeEntries } from '../../core/settings/installEntries.ts';
import type { ExcludeUse, InstallRecord } from '../../core/settings/installRecord.ts';
import type { Undo } from '../../core/settings/settingsEdit.ts';
import type { Refusal } from '../../core/settings/settingsText.ts';
import type { Scope, Wanted } from '../../core/settings/wanted.ts';
import { wantedEvents } from '../../core/settings/wanted.ts';
import { beckonHome, relayHome } from '../beckonHome.ts';
import type { Refused } from './changeSettings.ts';
import { changeSettings } from './changeSettings.ts';
import { entriesEdit, undoOf } from './entriesEdit.ts';
import type { Exclusion } from './gitExclude.ts';
import { excludeFromGit } from './gitExclude.ts';
import type { GitRepository } from './gitRepository.ts';
import { findRepository } from './gitRepository.ts';
import { livingRecords, writeRecord } from './installRecords.ts';
import { forgetLostFolders } from './lostFolders.ts';
import type { InstallPlan } from './planInstall.ts';
import { removeLeftovers } from './replaceFile.ts';
import { reasonOf, writeProblem } from './settingsFile.ts';
import type { SettingsPlace } from './settingsPlace.ts';
import { settingsPath } from './settingsPlace.ts';
import { writeInstall } from './writeInstall.ts';

/** What an installation needs of the outside. */
export interface InstallOptions extends SettingsPlace {
  /** Puts the relay of a Beckon home where the entries point; called before they are written, and when they are there. */
  readonly ensureRelay: (home: string) => Promise<unknown>;
  /** What a person agreed to: any other text, before or after, or file behind a link is refused as `changed`. */
  readonly agreed?: Pick<InstallPlan, 'before' | 'after' | 'linkedTo'>;
  /** Runs right before the last look at the file; for tests of what happens in between. */
  readonly beforeSwap?: () => Promise<void>;
  /** How long to wait for another process of Beckon that changes settings. */
  readonly lockMs?: number;
}

/** What came of an installation. */
export type InstallResult = Installed | Refused;

interface Installed {
  readonly outcome: 'installed' | 'repaired' | 'unchanged';
  readonly file: string;
  readonly scope: Scope;
  readonly events: readonly string[];
  /** The exclude file git was told in. */
  readonly excludedIn?: string;
  /** Set where git shows the file all the same, which only one person is to have. */
  readonly shownByGit?: true;
  /** Set where git tracks the file, though it is one person's: what was written shows up as a change of it. */
  readonly trackedByGit?: true;
  /** Why git's exclude file was left alone, and what to do instead. */
  readonly excludeRefused?: string;
  /** The file behind the link, where it is one. */
  readonly linkedTo?: string;
  /** The main checkout, where the folder is a linked worktree: an install there serves all worktrees. */
  readonly mainCheckout?: string;
}

/** Puts the entries into the settings file of a place, or says why not; a refused file keeps its bytes. */
export async function installEntriesIn(options: InstallOptions): Promise<InstallResult> {
  const { scope, env, workspace, lockMs } = options;
  const file = settingsPath(options);
  const home = beckonHome(env);
  const repository = scope === 'local' ? await findRepository(workspace) : undefined;
  const attempt = () => installOnce({ file, home, repository, options });
  return changeSettings({ file, home, lockMs, attempt });
}

interface Install {
  readonly file: string;
  readonly home: string;
  readonly repository: GitRepository | undefined;
  readonly options: InstallOptions;
}

async function installOnce(install: Install): Promise<InstallResult | 'again'> {
  const { file, home, repository, options } = install;
  const refused = (refusal: Refusal): Refused => ({ outcome: 'refused', file, refusal });
  const edit = await entriesEdit(options);
  if ('code' in edit) {
    return refused(edit);
  }
  const { found, source, wanted, homes, record, version = record?.version, edited } = edit;
  const { agreed } = options;
  const linked: Pick<Installed, 'linkedTo'> = found.isLink ? { linkedTo: found.target } : {};
  const isShown = ({ before, after, linkedTo }: NonNullable<typeof agreed>) =>
    before === source && after === edited.text && linkedTo === linked.linkedTo;
  if (agreed && !isShown(agreed)) {
    return refused({ code: 'changed', message: 'is no longer as it was shown' });
  }
  const refusal = edited.undo && (await writeProblem(found));
  if (refusal) {
    return refused(refusal);
  }
  try {
    await options.ensureRelay(relayHome(options.scope, options.env));
  } catch (error) {
    const message = `is left alone: the relay cannot be put in place (${reasonOf(error)})`;
    return refused({ code: 'no-relay', message });
  }
  await forgetLostFolders(home);
  await removeLeftovers(found.target);
  const undo = edited.undo ?? (record ? undoOf(record) : takenOver(edited.text, wanted));
  const at = edited.undo || !record ? Date.now() : record.at;
  const planned: InstallRecord = {
    format: 1,
    file: record?.file ?? file,
    target: found.target,
    ...(options.scope === 'user' ? {} : { holder: record?.holder ?? options.workspace }),
    scope: options.scope,
    first: record ? record.first : base64(source),
    original: base64(undo.original),
    written: Buffer.from(undo.written).toString('base64'),
    program: options.program.id,
    ...(version === undefined ? {} : { version }),
    ...(at === undefined ? {} : { at }),
    made: undo.made,
    folders: record?.folders ?? [],
    excludes: record?.excludes ?? [],
  };
  const remember = (use: ExcludeUse) => writeRecord(home, withUse(planned, use, use));
  const exclusion = await excludeTarget(install, found.target, { homes: [home, ...homes], remember });
  const next = exclusion ? withUse(planned, exclusion.at, exclusion.use) : planned;
  const text = edited.undo && edited.text;
  const { beforeSwap } = options;
  if (!(await writeInstall({ home, found, text, record, next, exclusion, beforeSwap }))) {
    return 'again';
  }
  const changed = record || undo.original !== source ? 'repaired' : 'installed';
  return {
    outcome: edited.undo ? changed : 'unchanged',
    file,
    scope: options.scope,
    events: wantedEvents(wanted),
    ...(repository?.main === undefined ? {} : { mainCheckout: repository.main }),
    ...(exclusion?.use && !exclusion.shown ? { excludedIn: exclusion.use.file } : {}),
    ...(exclusion?.shown ? { shownByGit: true } : {}),
    ...(exclusion?.tracked ? { trackedByGit: true } : {}),
    ...(exclusion?.refusal ? { excludeRefused: excludeRefusalMessage(exclusion.refusal) } : {}),
    ...linked,
  };
}

/** The way back from entries that are there, and of which no record is left. */
function takenOver(text: string, wanted: Wanted): Undo {
  const left = removeEntries(text, wanted);
  const made = { file: false, hooks: false, events: [], empty: { events: {} } };
  return { original: typeof left === 'object' ? text : left, written: text, made };
}

async function excludeTarget(
  { file, repository, options }: Install,
  target: string,
  { homes, remember }: { homes: readonly string[]; remember: (use: ExcludeUse) => Promise<void> },
): Promise<Exclusion | undefined> {
  const workspace = await realpath(options.workspace).catch(() => options.workspace);
  const folder = await realpath(dirname(file)).catch(() => dirname(target));
  // Where its folder is a link to somewhere else, git does not see the file under its name.
  const local = settingsPath({ ...options, scope: 'local', workspace });
  if (repository === undefined || folder !== dirname(local)) {
    return undefined;
  }
  const records = await livingRecords(homes);
  return excludeFromGit(repository, local, { env: options.env, records, remember });
}

/** A record with what is said to git at one place: `undefined` where nothing is. */
function withUse(record: InstallRecord, at: Exclusion['at'], use: ExcludeUse | undefined): InstallRecord {
  const others = record.excludes.filter(({ file, line }) => file !== at.file || line !== at.line);
  return { ...record, excludes: use ? [...others, use] : others };
}

function base64(text: string | undefined): string | null {
  return text === undefined ? null : Buffer.from(text).toString('base64');
}

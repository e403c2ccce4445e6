import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Scope } from '../../core/settings/claudeEntries.ts';
import { wantedClaudeEntries } from '../../core/settings/claudeEntries.ts';
import type { ExcludeUse, InstallRecord } from '../../core/settings/installRecord.ts';
import type { Edited, Undo } from '../../core/settings/settingsEdit.ts';
import { installEntries } from '../../core/settings/settingsEdit.ts';
import type { Refusal } from '../../core/settings/settingsText.ts';
import { beckonHome, relayPath } from '../beckonHome.ts';
import { claudeVersion } from './claudeVersion.ts';
import { excludeFromGit, includeInGit } from './gitExclude.ts';
import type { GitRepository } from './gitRepository.ts';
import { findRepository } from './gitRepository.ts';
import { readRecord, removeRecord, writeRecord } from './installRecords.ts';
import { replaceFile } from './replaceFile.ts';
import type { SettingsFile } from './settingsFile.ts';
import { readSettingsFile, reasonOf, writeProblem } from './settingsFile.ts';
import type { Place } from './settingsPlace.ts';
import { localSettings, settingsPath } from './settingsPlace.ts';

/** What an installation needs of the outside. */
export interface InstallOptions extends Place {
  /** Puts the relay where the entries point; called before they are written, also when they are there already. */
  readonly ensureRelay: () => Promise<void>;
  /** Runs right before the last look at the file; for tests of what happens in between. */
  readonly beforeSwap?: () => Promise<void>;
}

/** What came of an installation. */
export type InstallResult =
  | {
      readonly outcome: 'installed' | 'repaired' | 'unchanged';
      readonly file: string;
      readonly scope: Scope;
      readonly events: readonly string[];
      /** The exclude file git was told in. */
      readonly excludedIn?: string;
      /** The main checkout, where the folder is a linked worktree: an install there serves all worktrees. */
      readonly mainCheckout?: string;
    }
  | Refused;

/** A file that was left as it is. */
export interface Refused {
  readonly outcome: 'refused';
  readonly file: string;
  readonly refusal: Refusal;
}

/** How often an edit starts again when somebody else writes the file meanwhile. */
export const attempts = 5;

/** Puts the entries into Claude Code's settings file of a place, or says why not; a refused file keeps its bytes. */
export async function installEntriesIn(options: InstallOptions): Promise<InstallResult> {
  const file = settingsPath(options);
  const home = beckonHome(options.env);
  const wanted = wantedClaudeEntries(
    options.scope,
    relayPath(home, 'claude-code'),
    await claudeVersion(options.env),
  );
  const repository = options.scope === 'local' ? await findRepository(options.workspace) : undefined;
  const done = {
    file,
    scope: options.scope,
    events: wanted.entries.map(({ event }) => event),
    ...(repository?.main === undefined ? {} : { mainCheckout: repository.main }),
  };
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await readSettingsFile(file);
    if (found.kind === 'refused') {
      return { outcome: 'refused', file, refusal: found.refusal };
    }
    const record = await readRecord(home, found.target);
    const source = found.kind === 'text' ? found.text : undefined;
    const edited = installEntries(source, wanted, record && undoOf(record));
    const refusal = 'code' in edited ? edited : edited.undo && (await writeProblem(found));
    if ('code' in edited || refusal) {
      return { outcome: 'refused', file, refusal: refusal as Refusal };
    }
    try {
      await options.ensureRelay();
    } catch (error) {
      const message = `is left alone: the relay cannot be put in place (${reasonOf(error)})`;
      return { outcome: 'refused', file, refusal: { code: 'no-relay', message } };
    }
    if (!edited.undo) {
      return { outcome: 'unchanged', ...done };
    }
    const outcome = record || edited.undo.original !== source ? 'repaired' : 'installed';
    const write = await writeInstall({ file, found, edited, record, repository, home, options });
    if ('code' in write) {
      return { outcome: 'refused', file, refusal: write };
    }
    if (write.swapped) {
      return { outcome, ...done, ...(write.exclude ? { excludedIn: write.exclude.file } : {}) };
    }
  }
  return {
    outcome: 'refused',
    file,
    refusal: { code: 'changing', message: 'keeps changing while it is edited' },
  };
}

/** What an undo record says about the text of a file. */
export function undoOf({ original, written, made }: InstallRecord): Undo {
  const text = (base64: string) => Buffer.from(base64, 'base64').toString();
  return { original: original === null ? undefined : text(original), written: text(written), made };
}

interface Write {
  readonly file: string;
  readonly found: Exclude<SettingsFile, { readonly kind: 'refused' }>;
  readonly edited: Edited;
  readonly record: InstallRecord | undefined;
  readonly repository: GitRepository | undefined;
  readonly home: string;
  readonly options: InstallOptions;
}

/** The record goes first: without it an entry that is there could not be undone to the byte. */
async function writeInstall(
  write: Write,
): Promise<{ readonly swapped: boolean; readonly exclude: ExcludeUse | null } | Refusal> {
  const { file, found, edited, record, repository, home, options } = write;
  const { target } = found;
  const { original, made } = edited.undo as Undo;
  const folders: string[] = [];
  let exclude = record?.exclude ?? null;
  let swapped = false;
  try {
    folders.push(...(await makeFolders(dirname(target))));
    if (repository && exclude === null && (await liesWhereNamed(options.workspace, target, file))) {
      const named = localSettings(await realpath(options.workspace));
      exclude = await excludeFromGit(repository, named, options.env);
    }
    await writeRecord(home, {
      format: 1,
      file,
      target,
      scope: options.scope,
      original: original === undefined ? null : base64(original),
      written: base64(edited.text),
      made,
      folders: [...(record?.folders ?? []), ...folders],
      exclude,
    });
    swapped = await replaceFile(target, {
      bytes: Buffer.from(edited.text),
      expected: found.kind === 'text' ? found.bytes : undefined,
      beforeSwap: options.beforeSwap,
    });
    return { swapped, exclude };
  } catch (error) {
    return { code: 'unwritable', message: `cannot be written (${reasonOf(error)})` };
  } finally {
    if (!swapped) {
      await (record ? writeRecord(home, record) : removeRecord(home, target)).catch(() => {});
      if (exclude && !record?.exclude) {
        await includeInGit(exclude, target, home);
      }
      await removeFolders(folders);
    }
  }
}

/** Makes a folder and those above it, and says which were not there, outermost first. */
async function makeFolders(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) {
    return [];
  }
  const made = [first];
  for (const step of relative(first, folder).split(sep).filter(Boolean)) {
    made.push(join(made.at(-1) ?? first, step));
  }
  return made;
}

/** Removes folders that are empty, innermost first. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) {
    await rmdir(folder).catch(() => {});
  }
}

/** Whether git sees the file under its name: not where its folder is a link to somewhere else. */
async function liesWhereNamed(workspace: string, target: string, file: string): Promise<boolean> {
  const folder = await realpath(dirname(file)).catch(() => dirname(target));
  return folder === join(await realpath(workspace), '.claude');
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

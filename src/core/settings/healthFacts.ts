import type { ExcludeRefusal } from './excludeText.ts';
import type { SettingsProgram } from './programSettings.ts';
import type { Refusal } from './settingsText.ts';
import type { Wanted } from './wanted.ts';

/** What keeps Beckon from hearing of agents. */
export type HealthName =
  | 'program-missing'
  | 'not-installed'
  | 'lost'
  | 'edited'
  | 'outdated'
  | 'disableAllHooks'
  | 'managed-only'
  | 'unreadable'
  | 'foreign-link'
  | 'not-ours'
  | 'untrusted-folder'
  | 'unreviewed'
  | 'unknown-event'
  | 'relay-missing'
  | 'other-home'
  | 'tracked-file'
  | 'not-excluded'
  | 'exclude-refused';

/** One finding: its name, what is the matter in a sentence, and what to do about it. */
export interface HealthState {
  readonly name: HealthName;
  readonly message: string;
  readonly fix: string;
  /** The file that is to be fixed by hand, where no command does it. */
  readonly at?: FilePlace;
  /** The file cannot be read, but no install ever wrote it: nothing that was set up is broken. */
  readonly neverWritten?: true;
}

/** A place in a file; line and column count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** What a settings file is: there, not there, or not to be read. */
export type SettingsSight =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A file and what can be seen of it. */
export interface SettingsFact {
  readonly file: string;
  readonly sight: SettingsSight;
}

/**
 * Whether a program runs the hooks of a folder: it may want the folder to be trusted, or the entries themselves to be
 * reviewed.
 */
export type HookTrust = 'trusted' | 'untrusted' | 'unreviewed' | 'unknown';

/** A file that switches all hooks of a program off, and by which key. */
export interface SwitchedOff {
  readonly file: string;
  readonly key: string;
}

/** Everything health is told from. */
export interface HealthFacts {
  /** The file the entries belong in. */
  readonly target: SettingsFact;
  /** Other files whose entries serve the folder as well, such as the main checkout's. */
  readonly stand: readonly SettingsFact[];
  /** Files of the administrator, the one that wins first. */
  readonly managed: readonly SettingsFact[];
  /** Every other file that may switch hooks off, the one that wins first; those above may be among them. */
  readonly order: readonly SettingsFact[];
  readonly wanted: Wanted;
  /** The program's, where it could be read. */
  readonly version: string | undefined;
  /** The program whose settings these are, and whether it is on this machine, as far as can be seen. */
  readonly program: SettingsProgram;
  readonly isHere: boolean;
  /** Whether a record says that entries were installed there. */
  readonly recorded: boolean;
  /** The file as an install wrote it last, where a record has it. */
  readonly written?: string | undefined;
  /** The version of the program it was written for, where that was known. */
  readonly writtenFor?: string | undefined;
  /** How long ago that was; missing where no record says. */
  readonly writtenMsAgo?: number | undefined;
  readonly relay: 'there' | 'missing' | 'not-executable';
  /** The file the entries run, which at project scope is always the one in the person's home. */
  readonly relayFile: string;
  /** This Beckon's own folder, where it is another one than the relay tells: a project's always tells the person's. */
  readonly otherHome?: string | undefined;
  readonly trust: HookTrust;
  /** What switches all hooks off besides the files above, where something does. */
  readonly switchedOff?: SwitchedOff | undefined;
  readonly folder: string;
  /** What git says about the local file, which is one person's; `unknown` where it is not asked. */
  readonly git: 'ignored' | 'tracked' | 'plain' | 'unknown';
  /** Why git's exclude file is left alone, where it is. */
  readonly excludeRefusal?: ExcludeRefusal | undefined;
  /** The options that make a command mean this program, folder and scope. */
  readonly options: string;
  /** Of these, the one for the program; empty where a command means it anyway. */
  readonly agentOption: string;
}

import type { Scope, Scopes, Wanted } from './wanted.ts';

/** Where settings do not fit: the first place for which the program skips the whole file, and values it skips alone. */
export interface SettingsProblems {
  readonly whole: string | undefined;
  readonly values: readonly string[];
}

/** What settings say about all hooks at once. */
export interface HookSwitches {
  /** The key that switches all of them off, and whether it does; missing where nothing is said of it. */
  readonly off?: { readonly key: string; readonly is: boolean };
  /** Whether only the administrator's hooks are run. */
  readonly managedOnly?: boolean;
}

/** What an agent program's settings take, and what it makes of them. */
export interface ProgramSettings {
  /** The scopes it has a settings file for, the default first. */
  readonly scopes: Scopes;
  /**
   * What is wanted in the file of a scope, and for a version of the program where it is known. The `kind` of it says how
   * it gets there; it must be the same for every version.
   */
  readonly wanted: (scope: Scope, relay: string, version?: string) => Wanted;
  /** What the program would find wrong with parsed settings. */
  readonly problems: (settings: unknown) => SettingsProblems;
  /** Whether a version does not know an event; without one, the version that is assumed where none can be read. */
  readonly isUnknown: (event: string, version?: string) => boolean;
  /** What parsed settings say about all hooks at once; missing where they can say nothing. */
  readonly switches?: (settings: unknown) => HookSwitches;
  /** What a person does in a program that was started so that it runs hooks they have not seen yet: `choose …`. */
  readonly review?: string;
}

/** An agent program, as far as its settings are concerned. */
export interface SettingsProgram {
  readonly id: string;
  /** As its makers write it. */
  readonly name: string;
  readonly settings: ProgramSettings;
  readonly launch?: {
    readonly command: string;
    /** A command that installs the program. */
    readonly install?: string;
  };
}

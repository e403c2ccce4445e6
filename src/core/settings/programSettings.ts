import type { Scope, Wanted } from './wanted.ts';

/** Where settings do not fit: the first place for which the program skips the whole file, and values it skips alone. */
export interface SettingsProblems {
  readonly whole: string | undefined;
  readonly values: readonly string[];
}

/**
 * What an agent program's settings take: JSON files, one for each scope, with commands for each event, as in
 * `{ "hooks": { "<event>": [{ "hooks": [<handler>] }] } }`. Other layouts cannot be written.
 */
export interface ProgramSettings {
  /** The entries for a scope, and for a version of the program where it is known. */
  readonly wanted: (scope: Scope, relay: string, version?: string) => Wanted;
  /** What the program would find wrong with parsed settings. */
  readonly problems: (settings: unknown) => SettingsProblems;
  /** Whether a version does not know an event; without one, the version that is assumed where none can be read. */
  readonly isUnknown: (event: string, version?: string) => boolean;
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

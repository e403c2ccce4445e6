/** Which of a program's settings files: the person's in a folder, a folder's for everybody, the person's everywhere. */
export type Scope = 'local' | 'project' | 'user';

/** Every scope, the default first. */
export const scopes = ['local', 'project', 'user'] as const satisfies readonly Scope[];

/** What makes a program run the relay at one event. */
export interface CommandHandler {
  readonly type: 'command';
  readonly command: string;
  readonly args?: readonly string[];
  /** In seconds. */
  readonly timeout: number;
}

/** The handler that is wanted at one event, for everything the event may be about. */
export interface WantedEntry {
  readonly event: string;
  readonly handler: CommandHandler;
}

/** By what our entries are recognised in a settings file. */
export interface Ours {
  /** The full path of the relay. */
  readonly relay: string;
  /** The relays of other Beckon homes that are in use, as the file writes them: their entries are not ours. */
  readonly others?: readonly string[];
  /** The program that reads the file, by its full name. */
  readonly reader: string;
}

/** What a settings file should hold of us. */
export interface Wanted extends Ours {
  readonly entries: readonly WantedEntry[];
  /** Entries that are right where they stand, and not missed where they do not. */
  readonly tolerated?: readonly WantedEntry[];
}

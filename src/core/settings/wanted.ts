/** Which of a program's settings files: the person's in a folder, a folder's for everybody, the person's everywhere. */
export type Scope = 'local' | 'project' | 'user';

/** Every scope there is; a program may lack some. */
export const scopes = ['local', 'project', 'user'] as const satisfies readonly Scope[];

/** The scopes a program has, the default first. */
export type Scopes = readonly [Scope, ...Scope[]];

/** The scope that is meant where a program may lack the one that was asked for: then its default. */
export function scopeAmong(has: Scopes, asked: Scope | undefined): Scope {
  return has.find((scope) => scope === asked) ?? has[0];
}

/**
 * What makes a program run the relay at one event, in the shape the program has for it. Entries are known again by
 * `command`, and `args` where there are any, so it has to have these.
 */
export interface CommandHandler extends Readonly<Record<string, unknown>> {
  readonly command: string;
  readonly args?: readonly string[];
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
  /** It reads comments and trailing commas too. */
  readonly readsComments?: true;
}

/** Entries in a file that may hold anything else besides: JSON as in `{"hooks":{"<event>":[{"hooks":[<handler>]}]}}`. */
export interface WantedEdit extends Ours {
  readonly kind: 'edit';
  readonly entries: readonly WantedEntry[];
  /** Entries that are right where they stand, and not missed where they do not. */
  readonly tolerated?: readonly WantedEntry[];
}

/** A file that is wholly ours: JSON in any layout, in which every command runs the relay. */
export interface WantedFile extends Ours {
  readonly kind: 'ownFile';
  /** The events it has entries for. */
  readonly events: readonly string[];
  readonly text: string;
}

/** What a settings file should hold of us, and how it gets there. */
export type Wanted = WantedEdit | WantedFile;

/** The events a settings file should have entries for. */
export function wantedEvents(wanted: Wanted): readonly string[] {
  switch (wanted.kind) {
    case 'edit':
      return wanted.entries.map(({ event }) => event);
    case 'ownFile':
      return wanted.events;
  }
}

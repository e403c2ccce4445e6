import { claudeEvents, eventsKnownTo } from './claudeEvents.ts';
import { relaysRunBy } from './relayCommand.ts';

/** Which of Claude Code's settings files: the person's in a folder, a folder's for everybody, the person's everywhere. */
export type Scope = 'local' | 'project' | 'user';

/** Every scope, the default first. */
export const scopes = ['local', 'project', 'user'] as const satisfies readonly Scope[];

/** What makes Claude Code run the relay at one event. */
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
}

/** What a settings file should hold of us. */
export interface Wanted extends Ours {
  readonly entries: readonly WantedEntry[];
  /** Entries that are right where they stand, and not missed where they do not. */
  readonly tolerated?: readonly WantedEntry[];
}

const timeoutSeconds = { person: 86_400, hook: 660, moment: 30 } as const;

/**
 * The entries for a scope, and for a version of Claude Code where it is known.
 *
 * A command names the relay and the event and nothing else, so that it never changes: equal commands of several files
 * run once. Claude Code before 2.1.139 does not know `args` and runs the path alone; the listener then takes the name
 * of the event from the payload (`hook_event_name`). A project's file is read by people without Beckon too: there a
 * shell looks first whether there is a relay, since a missing one shows an error at every call.
 *
 * No entry has a matcher, which means everything; an empty one would make other readers of the file refuse it whole.
 */
export function wantedClaudeEntries(scope: Scope, relay: string, version?: string): Wanted {
  const known = eventsKnownTo(version);
  const entries = (events: typeof known) =>
    events.map(
      ({ name, patience }): WantedEntry => ({
        event: name,
        handler: { type: 'command', ...run(scope, relay, name), timeout: timeoutSeconds[patience] },
      }),
    );
  // A version is known only while an agent runs, say; what was right for it does not become wrong when it ends.
  const tolerated = version === undefined ? claudeEvents.filter((event) => !known.includes(event)) : [];
  return { relay, entries: entries(known), tolerated: entries(tolerated) };
}

function run(scope: Scope, relay: string, event: string): Pick<CommandHandler, 'command' | 'args'> {
  if (scope !== 'project') {
    return { command: relay, args: [event] };
  }
  const shared = '"$HOME/.beckon/bin/claude-code"';
  return { command: `[ ! -x ${shared} ] || exec ${shared} ${event}` };
}

const anyHome = /(?:^|[\\/])\.beckon[\\/]bin[\\/]claude-code$/u;
const anyRelay = /[\\/]bin[\\/]claude-code$/u;

/**
 * Whether a handler is an entry of ours: it runs the relay, of this Beckon home or of one that is no more, and does
 * nothing besides. Nothing else marks an entry: Claude Code strips keys it does not know when it writes the file.
 */
export function isOurHandler(handler: unknown, { relay, others = [] }: Ours): boolean {
  const relays = isAt(handler, relay)
    ? [relay]
    : relaysRunBy(handler, (word) => word === relay || anyHome.test(word));
  return relays.length > 0 && !relays.some((word) => others.includes(word));
}

/** What a handler runs that may be the relay of some Beckon home, as it is written there. */
export function relaysOfAnyHome(handler: unknown): readonly string[] {
  return relaysRunBy(handler, (word) => anyRelay.test(word));
}

/** Whether the relay's path is all of a command, whatever a shell would make of the blanks in it. */
function isAt(handler: unknown, relay: string): boolean {
  return (handler as { readonly command?: unknown } | null)?.command === relay;
}

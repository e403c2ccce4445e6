import { eventsKnownTo } from './claudeEvents.ts';

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

/** What a settings file should hold of us, and by what our entries are recognised in it. */
export interface Wanted {
  /** The full path of the relay. */
  readonly relay: string;
  readonly entries: readonly WantedEntry[];
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
  return {
    relay,
    entries: eventsKnownTo(version).map(({ name, patience }) => ({
      event: name,
      handler: { type: 'command', ...run(scope, relay, name), timeout: timeoutSeconds[patience] },
    })),
  };
}

function run(scope: Scope, relay: string, event: string): Pick<CommandHandler, 'command' | 'args'> {
  if (scope !== 'project') {
    return { command: relay, args: [event] };
  }
  const shared = '"$HOME/.beckon/bin/claude-code"';
  return { command: `[ ! -x ${shared} ] || exec ${shared} ${event}` };
}

const anyHome = /(?:^|[\s"'=\\/])\.beckon[\\/]bin[\\/]claude-code(?![\w.-])/u;

/**
 * Whether a handler runs the relay: its command or one of its arguments has the relay's path, also below another
 * home. Nothing else marks an entry: Claude Code strips keys it does not know when it writes the file.
 */
export function isOurHandler(handler: unknown, relay: string): boolean {
  if (typeof handler !== 'object' || handler === null) {
    return false;
  }
  const { command, args } = handler as { readonly command?: unknown; readonly args?: unknown };
  const words = [command, ...(Array.isArray(args) ? args : [])];
  return words.some((word) => typeof word === 'string' && (anyHome.test(word) || mentions(word, relay)));
}

/** Whether a path stands in a text and does not go on there. */
function mentions(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + path.length] ?? ' ';
    if (/[\s"'=]/u.test(before) && !/[\w.\-\\/]/u.test(after)) {
      return true;
    }
  }
  return false;
}

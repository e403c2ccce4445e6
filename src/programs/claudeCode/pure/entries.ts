import type { CommandHandler, Scope, WantedEdit, WantedEntry } from '../../../core/settings/wanted.ts';
import { claudeEvents, eventsKnownTo } from './eventNames.ts';
import { claudeCodeName } from './names.ts';

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
export function wantedClaudeEntries(scope: Scope, relay: string, version?: string): WantedEdit {
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
  return {
    kind: 'edit',
    relay,
    reader: claudeCodeName,
    entries: entries(known),
    tolerated: entries(tolerated),
  };
}

function run(scope: Scope, relay: string, event: string): Pick<CommandHandler, 'command' | 'args'> {
  if (scope !== 'project') {
    return { command: relay, args: [event] };
  }
  const shared = '"$HOME/.beckon/bin/claude-code"';
  return { command: `[ ! -x ${shared} ] || exec ${shared} ${event}` };
}

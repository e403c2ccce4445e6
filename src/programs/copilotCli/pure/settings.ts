import type { HookSwitches, ProgramSettings } from '../../../core/settings/programSettings.ts';
import type { Scope, WantedFile } from '../../../core/settings/wanted.ts';
import { copilotCliName } from './names.ts';

const timeoutSeconds = { person: 660, hook: 660, moment: 30 } as const;

/** The events Copilot CLI is asked to tell of, and how long it lets the relay run at each. */
const told: Readonly<Record<string, keyof typeof timeoutSeconds>> = {
  sessionStart: 'hook',
  sessionEnd: 'hook',
  userPromptSubmitted: 'hook',
  preToolUse: 'hook',
  permissionRequest: 'person',
  postToolUse: 'hook',
  postToolUseFailure: 'hook',
  notification: 'moment',
  errorOccurred: 'moment',
  agentStop: 'hook',
  subagentStart: 'hook',
  subagentStop: 'hook',
  preCompact: 'hook',
};

/** An event that changes nothing Beckon shows. */
const others: readonly string[] = ['userPromptTransformed'];

/** What the settings of Copilot CLI take: a file of our own beside those of others. */
export const settings: ProgramSettings = {
  scopes: ['local', 'user'],
  wanted,
  problems: () => ({ whole: undefined, values: [] }),
  isUnknown: (event) => !Object.hasOwn(told, event) && !others.includes(event),
  switches: hookSwitches,
};

/** What parsed settings say about all hooks at once. */
export function hookSwitches(content: unknown): HookSwitches {
  const { disableAllHooks } = (content ?? {}) as { readonly disableAllHooks?: unknown };
  return disableAllHooks === undefined
    ? {}
    : { off: { key: 'disableAllHooks', is: disableAllHooks === true } };
}

/**
 * The file with the entries. A hook that fails before the use of a tool denies that, and a relay that is gone would fail
 * always: so a shell looks first whether it is there. No entry has a matcher, which means everything.
 */
function wanted(_: Scope, relay: string): WantedFile {
  const quoted = `'${relay.replaceAll("'", "'\\''")}'`;
  const hooks = Object.entries(told).map(([event, patience]) => [
    event,
    [
      {
        type: 'command',
        bash: `[ ! -x ${quoted} ] || exec ${quoted} ${event}`,
        timeoutSec: timeoutSeconds[patience],
      },
    ],
  ]);
  const text = `${JSON.stringify({ version: 1, hooks: Object.fromEntries(hooks) }, null, 2)}\n`;
  return { kind: 'ownFile', relay, reader: copilotCliName, events: Object.keys(told), text };
}

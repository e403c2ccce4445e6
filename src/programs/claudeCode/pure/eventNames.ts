import { compareVersions } from '../../../core/settings/compareVersions.ts';

/** How long an agent lets the relay run at an event: as long as a person may take, a hook may take, or a moment. */
type Patience = 'person' | 'hook' | 'moment';

interface ClaudeEvent {
  readonly name: string;
  /** The first version that is known to have it. */
  readonly since: string;
  readonly patience: Patience;
}

/**
 * The events Claude Code is asked to tell of.
 *
 * Those that change nothing Beckon shows are left out, and so is WorktreeCreate, whose hook replaces what git does.
 * Where the changelog is silent, `since` is the first version whose documentation or types have the name.
 */
export const claudeEvents: readonly ClaudeEvent[] = [
  { name: 'SessionStart', since: '1.0.62', patience: 'hook' },
  { name: 'SessionEnd', since: '1.0.85', patience: 'hook' },
  { name: 'Setup', since: '2.1.10', patience: 'moment' },
  { name: 'UserPromptSubmit', since: '1.0.54', patience: 'hook' },
  { name: 'PreToolUse', since: '1.0.38', patience: 'hook' },
  { name: 'PermissionRequest', since: '2.0.45', patience: 'person' },
  { name: 'PermissionDenied', since: '2.1.89', patience: 'hook' },
  { name: 'PostToolUse', since: '1.0.38', patience: 'hook' },
  { name: 'PostToolUseFailure', since: '2.1.33', patience: 'hook' },
  { name: 'PostToolBatch', since: '2.1.139', patience: 'hook' },
  { name: 'Notification', since: '1.0.38', patience: 'moment' },
  { name: 'Elicitation', since: '2.1.76', patience: 'hook' },
  { name: 'ElicitationResult', since: '2.1.76', patience: 'hook' },
  { name: 'Stop', since: '1.0.38', patience: 'hook' },
  { name: 'StopFailure', since: '2.1.78', patience: 'moment' },
  { name: 'SubagentStart', since: '2.0.43', patience: 'hook' },
  { name: 'SubagentStop', since: '1.0.41', patience: 'hook' },
  { name: 'PreCompact', since: '1.0.48', patience: 'hook' },
  { name: 'PostCompact', since: '2.1.76', patience: 'hook' },
  { name: 'CwdChanged', since: '2.1.83', patience: 'moment' },
  { name: 'PostModelSwitch', since: '2.1.289', patience: 'moment' },
];

/**
 * The version taken for Claude Code where none can be read: the one that brought the exec form, which the entries
 * need anyway. Newer names would pop up a warning at every start of an older program.
 */
export const assumedClaudeVersion = '2.1.139';

/** The events a version of Claude Code knows, of those it is asked to tell of. */
export function eventsKnownTo(version: string = assumedClaudeVersion): readonly ClaudeEvent[] {
  return claudeEvents.filter(({ since }) => compareVersions(since, version) <= 0);
}

/** The other events Claude Code knows, with the first version that has them; empty where nobody wrote it down. */
const otherEvents: Readonly<Record<string, string>> = {
  UserPromptExpansion: '',
  PreModelSwitch: '',
  TeammateIdle: '2.1.33',
  TaskCompleted: '2.1.33',
  TaskCreated: '2.1.84',
  ConfigChange: '2.1.49',
  WorktreeCreate: '',
  WorktreeRemove: '',
  InstructionsLoaded: '2.1.69',
  FileChanged: '2.1.83',
  MessageDisplay: '2.1.152',
  DirectoryAdded: '2.1.219',
};

/** The newest version whose events are all in these lists. */
const newestListed = '2.1.325';

/** Whether a version of Claude Code does not know an event. What is in no list may come with a newer version. */
export function isUnknownTo(version: string, event: string): boolean {
  const listed = claudeEvents.find(({ name }) => name === event)?.since;
  const since = listed ?? (Object.hasOwn(otherEvents, event) ? otherEvents[event] : undefined);
  return since === undefined
    ? compareVersions(version, newestListed) <= 0
    : compareVersions(since, version) > 0;
}

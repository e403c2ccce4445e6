/** How long an agent lets the relay run at an event: as long as a person may take, a hook may take, or a moment. */
type Patience = 'person' | 'hook' | 'moment';

/** The events that Qwen Code is asked to tell of. */
export const qwenEvents: Readonly<Record<string, Patience>> = {
  SessionStart: 'hook',
  SessionEnd: 'hook',
  UserPromptSubmit: 'hook',
  PreToolUse: 'hook',
  PermissionRequest: 'person',
  PermissionDenied: 'moment',
  PostToolUse: 'hook',
  PostToolUseFailure: 'hook',
  PostToolBatch: 'moment',
  Notification: 'moment',
  Stop: 'hook',
  StopFailure: 'moment',
  SubagentStart: 'hook',
  SubagentStop: 'hook',
  PreCompact: 'hook',
  PostCompact: 'hook',
};

/** The other events that it has. */
const otherEvents: ReadonlySet<string> = new Set([
  'SessionDelete',
  'UserPromptExpansion',
  'TodoCreated',
  'TodoCompleted',
  'MessageDisplay',
  'InstructionsLoaded',
]);

/** Whether Qwen Code does not know an event. It passes over those it does not know, so no version is asked for. */
export function isUnknownEvent(event: string): boolean {
  return !Object.hasOwn(qwenEvents, event) && !otherEvents.has(event);
}

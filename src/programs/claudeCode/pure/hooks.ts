import type { TriggerId } from '../../../core/hookfile/triggers.ts';
import type { HookEvent } from '../../../core/hookrun/hookEvent.ts';
import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import type { HookVerdict } from '../../../core/hookrun/verdict.ts';
import type { Payload } from '../../../core/wire/payload.ts';
import { hookEventOf, hookReply } from '../../shared/pure/hookReplies.ts';
import { hookWords } from './hookWords.ts';
import { claudeCode } from './names.ts';
import { samplePayload } from './samplePayload.ts';
import { parseStep } from './transcriptSteps.ts';

/** Which hooks run at an event of Claude Code, one kind after the other. */
export const claudeTriggers: Readonly<Record<string, readonly TriggerId[]>> = {
  SessionStart: ['session_start'],
  SessionEnd: ['session_end'],
  UserPromptSubmit: ['before_agent'],
  Stop: ['before_stop', 'after_agent', 'post-agent-turn-stop'],
  PreToolUse: ['before_tool'],
  PostToolUse: ['after_tool'],
  PostToolUseFailure: ['after_tool_failure'],
  SubagentStart: ['subagent_start'],
  SubagentStop: ['subagent_stop'],
  PreCompact: ['pre_compact'],
  PostCompact: ['post-context-compact'],
};

/** A payload of Claude Code in the words of the format. A guard holds, whatever the payload leaves out. */
export function claudeHookEvent(payload: Payload, trigger: TriggerId, timestamp: string): HookEvent {
  return hookEventOf(claudeCode, payload, trigger, timestamp);
}

/** The events that Claude Code lets a hook block. */
const blockable: ReadonlySet<string> = new Set([
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
  'PreCompact',
]);

/** Whether a no reaches Claude Code at an event: where it does not, it is only told to the person. */
export function claudeHeeds(event: string): boolean {
  return blockable.has(event);
}

/** The events at which Claude Code takes a text for its model. */
const taking: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
]);

/** What Claude Code is to read, or nothing where nobody has anything to say. */
export function claudeReply(event: string, verdict: HookVerdict): string {
  return hookReply(event, verdict, { blocks: blockable, takes: taking });
}

/** How hooks run at the events of Claude Code. */
export const hooks: ProgramHooks = {
  triggers: claudeTriggers,
  toEvent: claudeHookEvent,
  reply: claudeReply,
  honours: claudeHeeds,
  toldAfter: new Set(['PreToolUse', 'Stop', 'SubagentStop']),
  isStoppedAgain: ({ stop_hook_active }) => stop_hook_active === true,
  folderVariable: 'CLAUDE_PROJECT_DIR',
  words: hookWords,
  parseStep,
  sample: samplePayload,
};

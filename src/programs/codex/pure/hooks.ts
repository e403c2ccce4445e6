import type { TriggerId } from '../../../core/hookfile/triggers.ts';
import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import { hookEventOf } from '../../shared/pure/hookReplies.ts';
import { samplePayloadOf } from '../../shared/pure/samplePayload.ts';
import { codexReply, honoursNo } from './hookReply.ts';
import { codex } from './names.ts';

/** Which hooks run at an event of Codex, one kind after the other. It does not tell a tool that failed from another. */
const triggers: Readonly<Record<string, readonly TriggerId[]>> = {
  SessionStart: ['session_start'],
  SessionEnd: ['session_end'],
  UserPromptSubmit: ['before_agent'],
  Stop: ['before_stop', 'after_agent', 'post-agent-turn-stop'],
  PreToolUse: ['before_tool'],
  PostToolUse: ['after_tool'],
  SubagentStart: ['subagent_start'],
  SubagentStop: ['subagent_stop'],
  PreCompact: ['pre_compact'],
  PostCompact: ['post-context-compact'],
};

/** How hooks run at the events of Codex. */
export const hooks: ProgramHooks = {
  triggers,
  toEvent: (payload, trigger, timestamp) => hookEventOf(codex, payload, trigger, timestamp),
  reply: codexReply,
  honours: honoursNo,
  // A prompt that a hook kept from it leaves Codex idle, without a word.
  toldAfter: new Set(['UserPromptSubmit', 'PreToolUse', 'Stop', 'SubagentStop']),
  isStoppedAgain: ({ stop_hook_active }) => stop_hook_active === true,
  words: new Map(),
  // Codex has one text for what a tool gives back.
  sample: (trigger, place) => samplePayloadOf(trigger, place, () => 'sample\n'),
};

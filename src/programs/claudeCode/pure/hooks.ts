import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import type { Heeded } from '../../shared/pure/hookReplies.ts';
import { eventTriggers, hookEventOf, hookReply, toldOfTranscript } from '../../shared/pure/hookReplies.ts';
import { hookWords } from './hookWords.ts';
import { claudeCode } from './names.ts';
import { samplePayload } from './samplePayload.ts';
import { parseStep } from './transcriptSteps.ts';

/** What Claude Code makes of what hooks say. */
const heeded: Heeded = {
  blocks: new Set(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop', 'PreCompact']),
  takes: new Set([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'SubagentStart',
  ]),
};

/** How hooks run at the events of Claude Code. */
export const hooks: ProgramHooks = {
  triggers: eventTriggers,
  toEvent: (payload, trigger, timestamp) => hookEventOf(claudeCode, payload, trigger, timestamp),
  reply: (event, verdict) => hookReply(event, verdict, heeded),
  honours: (event) => heeded.blocks.has(event),
  toldAfter: new Set(['PreToolUse', 'Stop', 'SubagentStop']),
  isStoppedAgain: ({ stop_hook_active }) => stop_hook_active === true,
  folderVariable: 'CLAUDE_PROJECT_DIR',
  words: hookWords,
  steps: { told: toldOfTranscript, parse: parseStep },
  sample: samplePayload,
};

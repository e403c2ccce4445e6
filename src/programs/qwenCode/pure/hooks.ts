import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import type { Heeded } from '../../shared/pure/hookReplies.ts';
import { eventTriggers, hookEventOf, hookReply, toldOfTranscript } from '../../shared/pure/hookReplies.ts';
import { samplePayloadOf } from '../../shared/pure/samplePayload.ts';
import { parseStep } from './chatSteps.ts';
import { qwenCode } from './names.ts';

/** What Qwen Code makes of what hooks say. It takes no other input for a tool, and a tool that ran it does not take back. */
const heeded: Heeded = {
  blocks: new Set(['UserPromptSubmit', 'PreToolUse', 'Stop', 'SubagentStop']),
  takes: new Set([
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'SubagentStart',
  ]),
};

/** How hooks run at the events of Qwen Code. */
export const hooks: ProgramHooks = {
  triggers: eventTriggers,
  // Each further step of a turn is submitted too, without a word of the person's.
  isMoment: (event, { prompt, submitted_prompt: submitted }) =>
    event !== 'UserPromptSubmit' || prompt === undefined || submitted !== undefined,
  toEvent: (payload, trigger, timestamp) => hookEventOf(qwenCode, payload, trigger, timestamp),
  reply: (event, { modifiedInput: _, ...verdict }) => hookReply(event, verdict, heeded),
  honours: (event) => heeded.blocks.has(event),
  toldAfter: new Set(['PreToolUse', 'Stop', 'SubagentStop']),
  isStoppedAgain: ({ stop_hook_active }) => stop_hook_active === true,
  folderVariable: 'QWEN_PROJECT_DIR',
  words: new Map(),
  steps: { told: toldOfTranscript, parse: parseStep },
  sample: (trigger, place) => ({
    ...samplePayloadOf(trigger, place, () => ({ llmContent: 'sample', returnDisplay: 'sample' })),
    ...(trigger === 'before_agent' ? { submitted_prompt: 'This is a sample.' } : {}),
  }),
};

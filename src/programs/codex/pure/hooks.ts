import type { ProgramHooks } from '../../../core/hookrun/programHooks.ts';
import type { HookVerdict } from '../../../core/hookrun/verdict.ts';
import type { Heeded } from '../../shared/pure/hookReplies.ts';
import { eventTriggers, hookEventOf, hookReply, toldOfTranscript } from '../../shared/pure/hookReplies.ts';
import { samplePayloadOf } from '../../shared/pure/samplePayload.ts';
import { codex } from './names.ts';
import { parseStep } from './rolloutSteps.ts';

/** It does not tell a tool that failed from another. */
const { PostToolUseFailure: _, ...triggers } = eventTriggers;

/** What Codex makes of what hooks say. */
const heeded: Heeded = {
  blocks: new Set(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop']),
  takes: new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart']),
};

/**
 * A verdict as far as Codex takes it. It takes an answer with anything in it that it does not know at this event for a
 * failed hook, and goes on.
 */
function takenVerdict(event: string, { decision, reason, modifiedInput, ...rest }: HookVerdict): HookVerdict {
  // A hook cannot make Codex ask: what nobody can be asked about is not done.
  if (decision === 'deny' || decision === 'ask') {
    // A block without a reason is none.
    return {
      ...rest,
      decision: 'deny',
      reason: reason || `A hook ${event === 'PreToolUse' ? 'denied' : 'blocked'} this.`,
    };
  }
  // Only together: this allows nothing that the person would be asked for.
  return modifiedInput ? { ...rest, decision: 'allow', modifiedInput } : { ...rest, decision: 'none' };
}

/** How hooks run at the events of Codex. */
export const hooks: ProgramHooks = {
  triggers,
  // What a subagent is told to do is submitted as well, under the id of its conversation.
  isMoment: (event, { agent_id }) => event !== 'UserPromptSubmit' || agent_id === undefined,
  toEvent: (payload, trigger, timestamp) => hookEventOf(codex, payload, trigger, timestamp),
  reply: (event, verdict) => hookReply(event, takenVerdict(event, verdict), heeded),
  honours: (event) => heeded.blocks.has(event),
  // A prompt that a hook kept from it leaves Codex idle, without a word.
  toldAfter: new Set(['UserPromptSubmit', 'PreToolUse', 'Stop', 'SubagentStop']),
  isStoppedAgain: ({ stop_hook_active }) => stop_hook_active === true,
  words: new Map(),
  steps: { told: toldOfTranscript, parse: parseStep },
  // Codex has one text for what a tool gives back.
  sample: (trigger, place) => samplePayloadOf(trigger, place, () => 'sample\n'),
};

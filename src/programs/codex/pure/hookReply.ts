import { spacedJson } from '../../../core/hookrun/spacedJson.ts';
import type { HookVerdict } from '../../../core/hookrun/verdict.ts';
import { clip } from '../../../core/text/clip.ts';

/** The events that Codex lets a hook block. */
const blockable: ReadonlySet<string> = new Set([
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SubagentStop',
]);

/** Whether a no reaches Codex at an event: where it does not, it is only told to the person. */
export function honoursNo(event: string): boolean {
  return blockable.has(event);
}

/** The events at which Codex takes a text for its model. */
const taking: ReadonlySet<string> = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'SubagentStart',
]);

/** What a model gets to read of one text: a script may write a million characters, and all of them cost. */
const longestText = 10_000;

function shortened(text: string): string {
  return text.length <= longestText ? text : `${clip(text, longestText)}…`;
}

/**
 * What Codex is to read, or nothing where nobody has anything to say. Codex takes an answer with anything in it that it
 * does not know at this event for a failed hook, and goes on.
 */
export function codexReply(event: string, verdict: HookVerdict): string {
  const { decision, additionalContext, modifiedInput } = verdict;
  const reason = shortened(verdict.reason ?? '');
  // A hook cannot make Codex ask: what nobody can be asked about is not done.
  const isNo = (decision === 'deny' || decision === 'ask') && honoursNo(event);
  const blocks = isNo && event !== 'PreToolUse';
  const specific = {
    ...(isNo && !blocks
      ? { permissionDecision: 'deny', permissionDecisionReason: reason || 'A hook denied this.' }
      : {}),
    // Only together: this allows nothing that the person would be asked for.
    ...(event === 'PreToolUse' && !isNo && modifiedInput
      ? { permissionDecision: 'allow', updatedInput: modifiedInput }
      : {}),
    ...(additionalContext !== undefined && taking.has(event)
      ? { additionalContext: shortened(additionalContext) }
      : {}),
  };
  const whole = {
    // A block without a reason is none.
    ...(blocks ? { decision: 'block', reason: reason || 'A hook blocked this.' } : {}),
    ...(Object.keys(specific).length > 0
      ? { hookSpecificOutput: { hookEventName: event, ...specific } }
      : {}),
  };
  // However deep the input is that a hook made.
  return Object.keys(whole).length > 0 ? spacedJson(whole) : '';
}

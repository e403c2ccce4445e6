import type { Verdict } from '../../../core/decision/programAnswers.ts';

/** An answer to a `PermissionRequest`, as those programs read it that have taken over Claude Code's. */
export function decision(value: Readonly<Record<string, unknown>>): Verdict {
  const hookSpecificOutput = { hookEventName: 'PermissionRequest', decision: value };
  return { ok: true, output: JSON.stringify({ hookSpecificOutput }) };
}

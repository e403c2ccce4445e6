import type { Answer } from '../../../core/decision/answer.ts';
import type { Verdict } from '../../../core/decision/programAnswers.ts';
import type { JsonObject } from '../../../core/text/jsonObject.ts';

/** An answer to a `PermissionRequest`, as those programs read it that have taken over Claude Code's. */
export function decision(value: JsonObject): Verdict {
  const hookSpecificOutput = { hookEventName: 'PermissionRequest', decision: value };
  return { ok: true, output: JSON.stringify({ hookSpecificOutput }) };
}

/** An answer that does not fit, and why. */
export function refused(reason: string): Verdict {
  return { ok: false, reason };
}

/** A no, and what the model reads of it: `unsaid` where the person gave no reason. */
export function denial(
  { message, interrupt }: Extract<Answer, { kind: 'deny' }>,
  unsaid = 'The user denied this request.',
): JsonObject {
  return { behavior: 'deny', message: message || unsaid, ...(interrupt ? { interrupt: true } : {}) };
}

/** What cannot be edited is approved as it is, or not at all. */
export const notEditable = 'only a command or the content of a file can be edited';

/** A yes to what a person edited. The whole input is taken from here, so everything else in it goes back as it came. */
export function editedInput(field: string | undefined, input: unknown, text: string): Verdict {
  if (field === undefined) {
    return refused(notEditable);
  }
  if (text.trim() === '') {
    return refused('the edited text is empty');
  }
  return decision({ behavior: 'allow', updatedInput: { ...(input as object), [field]: text } });
}

/** Refuses the end of a turn: the agent goes on, and reads the text. */
export function refuseStop(text: string): string {
  return JSON.stringify({ decision: 'block', reason: text });
}

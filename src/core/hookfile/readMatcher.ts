import { fieldsOf, mappingOf, textOf } from '../yaml/fields.ts';
import { errorAt, warningAt } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';
import { quoted } from '../yaml/shape.ts';
import type { Matcher } from './hook.ts';
import { longestRegex } from './hook.ts';
import type { HookReport } from './problem.ts';
import { slowPart } from './slowPart.ts';
import type { HookTrigger } from './triggers.ts';

/** What a hook is for. A matcher of a trigger that is about no tool has no effect, which is reported. */
export function readMatcher(
  entry: Entry | undefined,
  trigger: HookTrigger | undefined,
  report: HookReport,
): Matcher {
  // Only the key, with nothing behind it, asks for nothing.
  if (!entry || (entry.value.kind === 'scalar' && entry.value.value === null)) {
    return {};
  }
  const mapping = mappingOf(entry.value, "'matcher' what it matches, in", report);
  if (!mapping) {
    return {};
  }
  const fields = fieldsOf(mapping, { of: "'matcher'", known: ['tool', 'pattern'] }, report);
  const tool = readRegex(fields.get('tool'), report);
  const pattern = readRegex(fields.get('pattern'), report);
  if (trigger && !trigger.isTool && fields.size > 0) {
    const message = "Take 'matcher' out; the trigger is about no tool, so the hook runs every time.";
    report(warningAt(entry.keySpan, 'matcher-ignored', message));
    return {};
  }
  return { ...(tool === undefined ? {} : { tool }), ...(pattern === undefined ? {} : { pattern }) };
}

function readRegex(entry: Entry | undefined, report: HookReport): string | undefined {
  const text = isBlank(entry) ? entry.value.value : textOf(entry, report);
  if (entry && text !== undefined) {
    const wrong = wrongRegex(text);
    if (wrong !== undefined) {
      report(errorAt(entry.value.span, 'regex', `Invalid regular expression in '${entry.key}': ${wrong}.`));
      return undefined;
    }
    const slow = slowPart(text);
    if (slow !== undefined) {
      const message = `Simplify ${quoted(slow)} in '${entry.key}'; it may backtrack exponentially.`;
      report(warningAt(entry.value.span, 'slow-regex', message));
    }
  }
  return text;
}

/** A space is something that can be looked for. */
function isBlank(entry: Entry | undefined): entry is Entry & { readonly value: { readonly value: string } } {
  const value = entry?.value.kind === 'scalar' ? entry.value.value : undefined;
  return typeof value === 'string' && value !== '' && value.trim() === '';
}

/** Why a text is no regular expression, in a few words; `undefined` where it is one. */
export function wrongRegex(text: string): string | undefined {
  if (text.length > longestRegex) {
    return `it has more than ${longestRegex} characters`;
  }
  try {
    new RegExp(text);
    return undefined;
  } catch (error) {
    if (/\(\?[aiLmsux]+\)/u.test(text)) {
      return 'it has flags in it, as (?i), which JavaScript does not know';
    }
    const words = error instanceof Error ? error.message : '';
    return /: ([^:]+)$/u.exec(words)?.[1]?.toLowerCase() ?? 'it cannot be read';
  }
}

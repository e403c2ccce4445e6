import { textOf } from '../yaml/fields.ts';
import { errorAt } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';
import { longestName } from './hook.ts';
import type { HookReport } from './problem.ts';

/** The name of a hook in its one form, or nothing and a report. */
export function checkedHookName(entry: Entry | undefined, report: HookReport): string | undefined {
  const text = textOf(entry, report, true);
  if (!entry || text === undefined) {
    return undefined;
  }
  const wrong = wrongName(text);
  if (wrong === undefined) {
    return hookName(text);
  }
  report(errorAt(entry.value.span, 'name', `Give the hook another name; ${wrong}.`));
  return undefined;
}

/** The one form of a name, however it was typed: letters that only look different are the same. */
export function hookName(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Why a text cannot be the name of a hook, in a few words; its one form counts. */
export function wrongName(text: string): string | undefined {
  const name = hookName(text);
  if (name === '') {
    return 'this one is empty';
  }
  if ([...name].length > longestName) {
    return `this one has more than ${longestName} characters`;
  }
  if (name !== name.toLowerCase()) {
    return 'this one has capital letters';
  }
  if (!/^[\p{L}\p{N}-]+$/u.test(name)) {
    return 'only letters, digits and hyphens may be in it';
  }
  if (name.startsWith('-') || name.endsWith('-')) {
    return 'it begins or ends with a hyphen';
  }
  return name.includes('--') ? 'it has two hyphens in a row' : undefined;
}

/**
 * A name as it is written behind a key in YAML. In quotes where a program may read something else than a text: a number,
 * a date, or a word that older YAML has for true, false or nothing.
 */
export function yamlName(name: string): string {
  return /^(?:\d.*|y|n|yes|no|on|off|true|false|null)$/u.test(name) ? `'${name}'` : name;
}

import { textOf } from '../yaml/fields.ts';
import { errorAt } from '../yaml/problem.ts';
import type { Entry } from '../yaml/shape.ts';
import { longestName } from './hook.ts';
import type { HookReport } from './problem.ts';

/** The name of a hook in its one form, or nothing and a report. */
export function checkedHookName(entry: Entry | undefined, report: HookReport): string | undefined {
  const text = textOf(entry, report);
  if (!entry || text === undefined) {
    return undefined;
  }
  const name = text.normalize('NFKC').trim();
  const wrong = wrongName(name);
  if (wrong === undefined) {
    return name;
  }
  report(errorAt(entry.value.span, 'name', `Give the hook another name; ${wrong}.`));
  return undefined;
}

/** Why a name cannot be that of a hook, in a few words. */
export function wrongName(name: string): string | undefined {
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

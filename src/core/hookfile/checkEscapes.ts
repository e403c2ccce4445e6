import { warningAt } from '../yaml/problem.ts';
import type { MappingShape } from '../yaml/shape.ts';
import { quoted } from '../yaml/shape.ts';
import type { HookReport } from './problem.ts';

/** What is said of a text in double quotes with an escape that YAML does not have. */
export function badEscape(sequence: string): string {
  return `Write the text in single quotes; in double quotes ${quoted(sequence)} would be an escape, and YAML has none like it.`;
}

/** Escapes of YAML that nobody means in a regular expression. The others stand for the same there. */
const unmeant: ReadonlyMap<string, string> = new Map([
  ['a', 'a bell'],
  ['b', 'a backspace'],
  ['e', 'an escape character'],
  ['N', 'a line end'],
  ['_', 'a blank'],
  ['L', 'a line end'],
  ['P', 'a line end'],
]);

/** Reports regular expressions in double quotes in which YAML reads something else than was surely meant. */
export function checkEscapes(root: MappingShape, yaml: string, report: HookReport): void {
  const matcher = root.entries.findLast(({ key }) => key === 'matcher')?.value;
  for (const { key, value } of matcher?.kind === 'mapping' ? matcher.entries : []) {
    const [from, to] = value.span;
    const isRegex = (key === 'tool' || key === 'pattern') && value.kind === 'scalar';
    if (isRegex && yaml[from] === '"') {
      const escapes = yaml.slice(from, to).match(/\\[\s\S]/gu) ?? [];
      const found = escapes.find((sequence) => unmeant.has(sequence.slice(1)));
      if (found !== undefined) {
        const what = unmeant.get(found.slice(1));
        const message = `Write '${key}' in single quotes; in double quotes YAML reads ${quoted(found)} as ${what}.`;
        report(warningAt(value.span, 'double-quoted-backslash', message));
      }
    }
  }
}

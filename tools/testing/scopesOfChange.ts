import { posix } from 'node:path';
import { levelNames } from '../options.mjs';
import { anyTest, changeTable, everything, type Scope } from './changeTable.ts';

/** A test file of a slow level, whose files don't affect each other. */
const slowTest = /^test\/((?:node|agents|host|window)\/.+\.test\.ts)$/;

/** What a change to this file can break: everything, if the table doesn't know the file. */
export function scopesOfFile(file: string): readonly Scope[] {
  const own = slowTest.exec(file)?.[1];
  if (own !== undefined) return [...anyTest, own];
  return changeTable.find(([glob]) => posix.matchesGlob(file, glob))?.[1] ?? everything;
}

/** What a change to these files can break, in the order the levels run. */
export function scopesOfChange(files: readonly string[]): readonly Scope[] {
  const scopes = new Set(files.flatMap(scopesOfFile));
  return levelNames.flatMap((level) =>
    scopes.has(level) ? [level] : [...scopes].filter((scope) => scope.startsWith(`${level}/`)).sort(),
  );
}

/** One line that says what runs for these files and why. */
export function sinceLine(revision: string, files: readonly string[]): string {
  const scopes = scopesOfChange(files);
  const [first = '', ...others] = files;
  const rest = others.length > 0 ? ` and ${others.length} more` : '';
  const changed = `Changed since ${revision}: ${first}${rest}`;
  const cause = files.find((file) => scopesOfFile(file) === everything);
  if (cause !== undefined) return `${changed}. Running everything, which ${cause} can break.`;
  return `${changed}. Running what that can break: ${scopes.join(', ')}.`;
}

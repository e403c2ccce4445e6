import type { Stats } from 'node:fs';
import { statSync } from 'node:fs';

/**
 * What there is at a path; nothing where there is nothing, or it cannot be seen. For who looks at many files again and
 * again: a look that others can do something during costs ten times as much CPU.
 */
export function statNow(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

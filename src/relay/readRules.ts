import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseTold, parseWaitRule, type ReadRule, toldLimit } from '../core/wire/relayRules.ts';

/** What an event waits for; nothing where no rule can be read. */
export function readWaitRule(home: string, program: string, event: string): ReadRule {
  return parseWaitRule(beginningOf(join(home, 'waits', `${program}.${event}`)));
}

/** The variables that are told for a program. */
export function readTold(home: string, program: string): readonly string[] {
  return parseTold(beginningOf(join(home, 'env', program)));
}

/** Empty for what is no file: a pipe, say, might never end. */
function beginningOf(path: string): string {
  try {
    if (!statSync(path).isFile()) {
      return '';
    }
    const file = openSync(path, 'r');
    try {
      const text = Buffer.alloc(toldLimit);
      return text.toString('latin1', 0, readSync(file, text));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

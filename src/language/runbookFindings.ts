import { parseRunbook } from '../core/runbook/parseRunbook.ts';
import { TextLines } from '../core/yaml/textLines.ts';
import type { Finding } from './finding.ts';
import { findingsOf, withMark } from './finding.ts';

/** Everything that is to be told of the text of a runbook, in the order of its places. */
export function runbookFindings(text: string): readonly Finding[] {
  return findingsOf(parseRunbook(withMark(text)).problems, new TextLines(text));
}

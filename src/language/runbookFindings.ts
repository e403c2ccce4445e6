import { bytesFinding } from '../core/findings/bytesFinding.ts';
import type { Finding } from '../core/findings/finding.ts';
import { findingsOf, withMark } from '../core/findings/finding.ts';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import { parseRunbook } from '../core/runbook/parseRunbook.ts';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import { TextLines } from '../core/yaml/textLines.ts';

/** Everything that is to be told of the text of a runbook, in the order of its places. */
export function runbookFindings(
  text: string,
  around?: HookSurroundings,
  programs?: readonly RunbookProgram[],
): readonly Finding[] {
  const machine = programs && { programs, unanswered: around?.unanswered ?? [] };
  return [
    ...bytesFinding('runbook', text, around),
    ...findingsOf(parseRunbook(withMark(text), machine).problems, new TextLines(text)),
  ];
}

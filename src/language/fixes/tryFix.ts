import type { Finding, FindingCode } from '../../core/findings/finding.ts';
import { isError } from '../../core/findings/finding.ts';
import { hookFindings } from '../../core/findings/hookFindings.ts';
import type { HookSurroundings } from '../../core/hookrun/surroundings.ts';
import type { RunbookProgram } from '../../core/runbook/programsAround.ts';
import type { FileKind } from '../fileKind.ts';
import { runbookFindings } from '../runbookFindings.ts';
import { applyEdits } from '../spanEdit.ts';
import type { Fix } from './fix.ts';

/** Errors after which the keys of a file are not known. */
const blinding: ReadonlySet<FindingCode> = new Set<FindingCode>([
  ...(['hook', 'runbook'] as const).flatMap((family) =>
    (['syntax', 'too-deep', 'several-documents', 'tag', 'key', 'unknown-alias', 'alias-cycle'] as const).map(
      (code) => `${family}.${code}` as const,
    ),
  ),
  'hook.alias-expansion',
  'runbook.alias-expansion',
  'hook.double-quoted-backslash',
  'hook.no-frontmatter',
  'hook.open-frontmatter',
  'hook.too-large',
  'runbook.too-large',
]);

/** How much text may be read to try fixes out for one request. */
const mostRead = 160 * 1024;

/** How many fixes are tried out however long the text is: whoever asks about one problem gets an answer. */
const leastTrials = 3;

/** Tries changes of one text out. Where so many are tried that it would take too long nothing helps. */
export class FixTrial {
  readonly #kind: FileKind;
  readonly #around: HookSurroundings | undefined;
  readonly #programs: readonly RunbookProgram[] | undefined;
  #left = mostRead;
  #trials = 0;

  constructor(
    kind: FileKind,
    around: HookSurroundings | undefined,
    programs: readonly RunbookProgram[] | undefined,
  ) {
    this.#kind = kind;
    this.#around = around;
    this.#programs = programs;
  }

  /** Everything that is to be told of a text. */
  findingsIn(text: string): readonly Finding[] {
    return this.#kind === 'hook'
      ? hookFindings(text, this.#around)
      : runbookFindings(text, this.#around, this.#programs);
  }

  /** Whether a change mends what it is for and breaks nothing. */
  helps(text: string, before: readonly Finding[], finding: Finding, { edits, reveals }: Fix): boolean {
    this.#left -= this.#kind === 'hook' ? Math.min(text.length, 64 * 1024) : text.length;
    this.#trials += 1;
    if (this.#left < 0 && this.#trials > leastTrials) {
      return false;
    }
    const after = this.findingsIn(applyEdits(text, edits));
    if (countOf(after, finding) >= countOf(before, finding)) {
      return false;
    }
    const [blindBefore, blindAfter] = [before.filter(isBlinding).length, after.filter(isBlinding).length];
    if (blindBefore > 0) {
      return blindAfter < blindBefore;
    }
    const errors = after.filter(isError);
    const [countsBefore, countsAfter] = [countsOf(before), countsOf(errors)];
    return reveals
      ? blindAfter === 0 && errors.length <= before.filter(isError).length
      : [...countsAfter].every(([name, count]) => count <= (countsBefore.get(name) ?? 0));
  }

  /** Whether changes do together what each of them is for, and break nothing. */
  doHelp(text: string, before: readonly Finding[], chosen: readonly ChosenFix[]): boolean {
    const edits = chosen.flatMap(({ fix }) => fix.edits);
    const after = this.findingsIn(applyEdits(text, edits));
    const [blindBefore, blindAfter] = [before.filter(isBlinding).length, after.filter(isBlinding).length];
    const [countsBefore, countsAfter] = [countsOf(before), countsOf(after)];
    const mended = countsOf(chosen.map(({ finding }) => finding));
    const areGone = [...mended].every(
      ([name, count]) => (countsAfter.get(name) ?? 0) + count <= (countsBefore.get(name) ?? 0),
    );
    if (!areGone || blindBefore > 0) {
      return areGone && blindAfter < blindBefore;
    }
    const added = [...countsOf(after.filter(isError))].map(([name, count]) =>
      Math.max(count - (countsBefore.get(name) ?? 0), 0),
    );
    const isTwice = added.length > 0 && after.filter(isDuplicate).length > before.filter(isDuplicate).length;
    const mayAdd = chosen.filter(({ fix }) => fix.reveals).length;
    return blindAfter === 0 && !isTwice && added.reduce((sum, one) => sum + one, 0) <= mayAdd;
  }
}

/** A change and what it is for. */
export interface ChosenFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

function nameOf({ code, message }: Finding): string {
  return `${code} ${message}`;
}

function countsOf(findings: readonly Finding[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    counts.set(nameOf(finding), (counts.get(nameOf(finding)) ?? 0) + 1);
  }
  return counts;
}

function isDuplicate({ code }: Finding): boolean {
  return code === 'hook.duplicate-key' || code === 'runbook.duplicate-key';
}

function isBlinding(finding: Finding): boolean {
  return isError(finding) && blinding.has(finding.code);
}

function countOf(findings: readonly Finding[], { code, message }: Finding): number {
  return findings.filter((one) => one.code === code && one.message === message).length;
}

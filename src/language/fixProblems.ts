import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeAction, Diagnostic } from 'vscode-languageserver-types';
import type { Finding } from '../core/findings/finding.ts';
import type { HookSurroundings } from '../core/hookrun/surroundings.ts';
import type { RunbookProgram } from '../core/runbook/programsAround.ts';
import { fileKind } from './fileKind.ts';
import { aroundActions } from './fixes/aroundActions.ts';
import { EditedText } from './fixes/editedText.ts';
import type { Fix } from './fixes/fix.ts';
import { hookFixers } from './fixes/hookFixers.ts';
import { runbookFixers } from './fixes/runbookFixers.ts';
import type { Scene } from './fixes/scene.ts';
import { sceneOf } from './fixes/scene.ts';
import type { ChosenFix } from './fixes/tryFix.ts';
import { FixTrial } from './fixes/tryFix.ts';
import { SourceText } from './sourceText.ts';
import { doOverlap } from './spanEdit.ts';

/** How often what a fix brought to light is fixed as well. */
const mostRounds = 10;

/**
 * The fixes for some of the problems of a file: those that have an obvious one. Each was tried out: the problem goes
 * away with it, and no error comes. A diagnostic that is not of the text as it is now has none.
 */
export function fixProblems(
  document: TextDocument,
  diagnostics: readonly Diagnostic[],
  around?: HookSurroundings,
  programs?: readonly RunbookProgram[],
): CodeAction[] {
  const kind = fileKind(document.uri);
  if (!kind || diagnostics.length === 0) {
    return [];
  }
  const source = new SourceText(document);
  const { uri } = document;
  const { text } = source;
  const trial = new FixTrial(kind, around, programs);
  const findings = trial.findingsIn(text);
  const scene = sceneOf(kind, text, around);
  const known = new Map(findings.map((finding) => [placedName(source.diagnosticOf(finding)), finding]));
  return diagnostics.flatMap((diagnostic) => {
    const finding = known.get(placedName(diagnostic));
    if (!finding) {
      return [];
    }
    const fixes = helpful(scene, finding, (fix) => trial.helps(text, findings, finding, fix));
    return [
      ...fixes.map(
        ({ title, edits, isPreferred }): CodeAction => ({
          title,
          kind: 'quickfix',
          diagnostics: [diagnostic],
          ...(isPreferred ? { isPreferred } : {}),
          edit: { changes: { [uri]: edits.map((edit) => source.editOf(edit)) } },
        }),
      ),
      ...(around && kind === 'hook' ? aroundActions({ uri, text, around }, diagnostic) : []),
    ];
  });
}

/**
 * One action that makes every fix that needs no second thought, of kind `source.fixAll.beckon`: for the diagnostics
 * that are given, and for what their fixes bring to light.
 */
export function fixAll(
  document: TextDocument,
  diagnostics: readonly Diagnostic[],
  around?: HookSurroundings,
  programs?: readonly RunbookProgram[],
): CodeAction | undefined {
  const kind = fileKind(document.uri);
  if (!kind || diagnostics.length === 0) {
    return undefined;
  }
  const source = new SourceText(document);
  const trial = new FixTrial(kind, around, programs);
  const edited = new EditedText(source.text);
  const given = new Set(diagnostics.map(placedName));
  const first = trial.findingsIn(source.text);
  const wanted = new Set(first.filter((one) => given.has(placedName(source.diagnosticOf(one)))).map(nameOf));
  const others = new Set(first.map(nameOf).filter((name) => !wanted.has(name)));
  for (let round = 0; round < mostRounds; round++) {
    const { text } = edited;
    const findings = trial.findingsIn(text);
    const scene = sceneOf(kind, text, around);
    const now = findings.filter((one) => !others.has(nameOf(one)));
    const doHelp = (fixes: readonly ChosenFix[]) => trial.doHelp(text, findings, fixes);
    let made = choose(now, (finding) => fixesOf(scene, finding)[0]);
    // Mostly all can be made at once. Where not, each is tried by itself.
    if (!doHelp(made)) {
      const helps = (finding: Finding) => (fix: Fix) => trial.helps(text, findings, finding, fix);
      const good = choose(now, (finding) => helpful(scene, finding, helps(finding))[0]);
      made = doHelp(good) ? good : good.slice(0, 1);
    }
    if (made.length === 0) {
      break;
    }
    edited.apply(made.flatMap(({ fix }) => fix.edits));
  }
  const edits = edited.edits.map((edit) => source.editOf(edit));
  return edits.length === 0
    ? undefined
    : {
        title: 'Fix everything that is obvious',
        kind: 'source.fixAll.beckon',
        diagnostics: [...diagnostics],
        edit: { changes: { [document.uri]: edits } },
      };
}

/** One fix that needs no second thought for each finding; no two change the same place. */
function choose(
  findings: readonly Finding[],
  fixOf: (finding: Finding) => Fix | undefined,
): readonly ChosenFix[] {
  const chosen: ChosenFix[] = [];
  for (const finding of findings) {
    const fix = fixOf(finding);
    if (fix?.isSafe && !chosen.some((other) => doOverlap(other.fix.edits, fix.edits))) {
      chosen.push({ finding, fix });
    }
  }
  return chosen;
}

function fixesOf(scene: Scene, finding: Finding): readonly Fix[] {
  const fixer = finding.code.startsWith('hook.') ? hookFixers[finding.code] : runbookFixers[finding.code];
  return (fixer?.(scene, finding) ?? []).filter((fix) => fix !== undefined);
}

/** The fixes of a finding that are found good; of those that are for the same only the first. */
function helpful(scene: Scene, finding: Finding, isGood: (fix: Fix) => boolean): readonly Fix[] {
  const done = new Set<string>();
  return fixesOf(scene, finding).filter((fix) => {
    if ((fix.only !== undefined && done.has(fix.only)) || !isGood(fix)) {
      return false;
    }
    done.add(fix.only ?? '');
    return true;
  });
}

function nameOf({ code, message }: Finding): string {
  return JSON.stringify([code, message]);
}

function placedName({ code, message, range: { start, end } }: Diagnostic): string {
  return JSON.stringify([code, message, start.line, start.character, end.line, end.character]);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentSymbol, Range } from 'vscode-languageserver-types';
import { completeHook, completeRunbook } from '../../src/language/complete.ts';
import { hoverHook, hoverRunbook } from '../../src/language/hover.ts';
import { lensesOf } from '../../src/language/lensesOf.ts';
import { foldsOf, symbolsOf } from '../../src/language/outline.ts';
import { editsOf, exampleHook, typedRunbook, typedYaml } from '../support/typedYaml.ts';

const hooks = fc.oneof(
  typedYaml,
  typedYaml.map((yaml) => `---\n${yaml}\n---\n`),
  editsOf(exampleHook),
);
const runbooks = fc.oneof(typedYaml, editsOf(typedRunbook));
const around = { folder: 'x', scope: 'user', standing: 'runs', others: [] } as const;

const documentOf = (text: string) => TextDocument.create('file:///a/HOOK.md', 'markdown', 1, text);

/** Whether each symbol has a name and is in its parent, and its selection in itself. */
function isNested(
  document: TextDocument,
  symbols: readonly DocumentSymbol[],
  from = 0,
  to = Infinity,
): boolean {
  return symbols.every(({ name, range, selectionRange, children = [] }) => {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const [first, last] = [document.offsetAt(selectionRange.start), document.offsetAt(selectionRange.end)];
    const isIn = from <= start && start <= first && first <= last && last <= end && end <= to;
    return isIn && name.trim() !== '' && isNested(document, children, start, end);
  });
}

const contains = ({ start, end }: Range, line: number) => start.line <= line && end.line >= line;

describe('the views of a file that is being typed', () => {
  it('are inside of it, whatever it is', () => {
    fc.assert(
      fc.property(hooks, runbooks, fc.nat(), (hook, runbook, place) => {
        for (const [kind, document] of [
          ['hook', documentOf(hook)],
          ['runbook', documentOf(runbook)],
        ] as const) {
          const position = document.positionAt(place % (document.getText().length + 1));
          const symbols = symbolsOf(document, kind);
          expect(isNested(document, symbols)).toBe(true);
          for (const { startLine, endLine } of foldsOf(document, kind)) {
            expect(startLine >= 0 && startLine < endLine && endLine < document.lineCount).toBe(true);
          }
          const [complete, hover] =
            kind === 'hook' ? [completeHook, hoverHook] : [completeRunbook, hoverRunbook];
          for (const { textEdit } of complete(document, position)) {
            const range = textEdit && 'range' in textEdit ? textEdit.range : undefined;
            expect(range?.start.line === position.line && range.end.line === position.line).toBe(true);
          }
          const range = hover(document, position)?.range;
          expect(range === undefined || contains(range, position.line)).toBe(true);
        }
        expect(lensesOf(documentOf(hook), around).length).toBeLessThan(4);
      }),
      { numRuns: 150 },
    );
  });
});

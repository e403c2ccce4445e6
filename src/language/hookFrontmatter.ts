import type { Diagnostic } from 'vscode-languageserver-types';
import { DiagnosticSeverity } from 'vscode-languageserver-types';

/** What is wrong with the fences of a HOOK.md's frontmatter. The engine reads nothing of a file without them. */
export function diagnoseFrontmatter(text: string): Diagnostic[] {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines[0]?.trimEnd() !== '---') {
    return [problem('hook.frontmatter-missing', 0, lines[0] ?? '', 'A HOOK.md begins with a line "---".')];
  }
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  return end > 0
    ? []
    : [problem('hook.frontmatter-open', 0, '---', 'The frontmatter is never closed by a second line "---".')];
}

function problem(code: string, line: number, text: string, message: string): Diagnostic {
  return {
    code,
    message,
    source: 'beckon',
    severity: DiagnosticSeverity.Error,
    range: { start: { line, character: 0 }, end: { line, character: text.length } },
  };
}

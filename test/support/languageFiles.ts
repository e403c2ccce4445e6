import { TextDocument } from 'vscode-languageserver-textdocument';
import type { HookSurroundings } from '../../src/core/hookrun/surroundings.ts';

/** A HOOK.md in a folder `sample` of a workspace. */
export function hookDocument(text: string): TextDocument {
  return TextDocument.create('file:///w/.agents/hooks/sample/HOOK.md', 'markdown', 1, text);
}

/** The runbook of a workspace. */
export function runbookDocument(text: string): TextDocument {
  return TextDocument.create('file:///w/.agents/runbook.yaml', 'yaml', 1, text);
}

/** The text of a hook with what every hook has, and more lines. */
export function hookText(...lines: readonly string[]): string {
  const usual = ['name: sample', 'description: A sample.', 'trigger: before_tool'];
  const needed = usual.filter((line) => !lines.some((one) => one.startsWith(line.split(':')[0] ?? '')));
  return ['---', ...needed, ...lines, '---', '', '# Sample', ''].join('\n');
}

/** What is around a hook with nothing wrong. */
export function healthyAround(change: Partial<HookSurroundings> = {}): HookSurroundings {
  return {
    folder: 'sample',
    scope: 'project',
    standing: 'runs',
    script: { name: 'run.sh', isExecutable: true, kind: 'shebang', text: '#!/bin/sh\nexit 0\n' },
    others: [],
    ...change,
  };
}

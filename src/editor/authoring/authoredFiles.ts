import type * as vscode from 'vscode';

/**
 * The files that the language server is for. By their names alone: whatever language an editor takes them for, they are
 * hooks and runbooks.
 */
export const authoredFiles: readonly vscode.DocumentFilter[] = [
  { scheme: 'file', pattern: '**/HOOK.md' },
  { scheme: 'file', pattern: '**/.agents/runbook.yaml' },
];

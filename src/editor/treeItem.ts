import * as vscode from 'vscode';
import { treeId } from '../core/view/rowChanges.ts';
import type { TreeRow } from '../core/view/treeRows.ts';
import { commandIds } from './contributions.ts';

/** A row as VS Code draws it. */
export function treeItem(row: TreeRow): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row.label, row.children.length > 0 ? Expanded : None);
  const color = row.icon.color ? new vscode.ThemeColor(row.icon.color) : undefined;
  item.id = treeId(row);
  item.description = row.description;
  item.tooltip = new vscode.MarkdownString(row.tooltip);
  item.contextValue = row.context;
  item.iconPath = new vscode.ThemeIcon(row.icon.id, color);
  item.accessibilityInformation = { label: row.accessibleLabel };
  if (row.kind === 'agent' && row.click) {
    const answers = row.click === 'answer';
    item.command = {
      command: answers ? commandIds.answer : commandIds.goToTerminal,
      title: answers ? vscode.l10n.t('Answer…') : vscode.l10n.t('Go to Terminal'),
      // Looking at a row must not take the keyboard away.
      arguments: answers ? [row.id] : [row.id, { preserveFocus: true }],
    };
  }
  return item;
}

import * as vscode from 'vscode';
import type { AnyRow } from '../core/view/rowChanges.ts';
import { treeId } from '../core/view/rows/treeId.ts';
import { commandIds } from './contributions.ts';
import { programUri } from './programBadges.ts';
import type { ProgramIcons } from './programIcons.ts';

/** A row as VS Code draws it, but for its tooltip: {@link tooltipOf}. `isTurned`: the person closed it, or opened one that is closed at first. */
export function treeItem(row: AnyRow, isTurned = false): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const open = isClosedAtFirst(row) === isTurned ? Expanded : Collapsed;
  const item = new vscode.TreeItem(row.label, row.children.length > 0 ? open : None);
  const color = row.icon.color ? new vscode.ThemeColor(row.icon.color) : undefined;
  item.id = treeId(row);
  item.description = row.description;
  item.contextValue = row.context;
  item.iconPath = new vscode.ThemeIcon(row.icon.id, color);
  if (row.kind === 'agent' && row.hasBadge) {
    item.resourceUri = programUri(row.program);
  }
  item.accessibilityInformation = { label: row.accessibleLabel };
  if ('click' in row && row.click) {
    item.command = clickOf(row.id, row.click);
  }
  return item;
}

/** The tooltip of a row. VS Code takes long to read one, so it gets it only for the row that a person points at. */
export function tooltipOf(row: AnyRow, icons?: ProgramIcons): vscode.MarkdownString {
  const icon = row.kind === 'agent' ? (icons?.markdown(row.program) ?? '') : '';
  return new vscode.MarkdownString([icon, row.tooltip].filter(Boolean).join(' '));
}

/** Whether a row is closed until the person opens it. */
export function isClosedAtFirst({ kind }: AnyRow): boolean {
  return kind === 'folded';
}

function clickOf(id: string, click: 'answer' | 'decide' | 'terminal' | 'open'): vscode.Command {
  const { t } = vscode.l10n;
  switch (click) {
    case 'answer':
      return { command: commandIds.answer, title: t('Answer…'), arguments: [id] };
    case 'decide':
      return { command: commandIds.decide, title: t('Decide…'), arguments: [id] };
    case 'open':
      return { command: commandIds.openHook, title: t('Open'), arguments: [id, { preserveFocus: true }] };
    case 'terminal':
      return {
        command: commandIds.goToTerminal,
        title: t('Go to Terminal'),
        // Looking at a row must not take the keyboard away.
        arguments: [id, { preserveFocus: true }],
      };
  }
}

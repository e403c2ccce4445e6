import * as vscode from 'vscode';
import { installClaude } from '../../core/settings/health.ts';
import { findClaude } from '../../node/claude/findClaude.ts';
import { tellRestricted } from '../tellRestricted.ts';

const { env, l10n, window, workspace } = vscode;

/** Opens a terminal with Claude Code in a folder of this window, which the person chooses where there are several. */
export async function startClaudeHere(): Promise<void> {
  if (!workspace.isTrusted) {
    return tellRestricted();
  }
  const folders = workspace.workspaceFolders ?? [];
  const placeHolder = l10n.t('Where should Claude Code start?');
  const folder = folders.length > 1 ? await window.showWorkspaceFolderPick({ placeHolder }) : folders[0];
  if (folder || folders.length === 0) {
    await startClaude(folder?.uri.fsPath);
  }
}

/** Opens a terminal with Claude Code in a folder. Where none was found, says how to get it. */
export async function startClaude(cwd: string | undefined): Promise<void> {
  const found = await findClaude(process.env);
  if (!found && !(await startsAnyway())) {
    return;
  }
  const options = { name: 'claude', ...(cwd === undefined ? {} : { cwd }) };
  // Its own installer may have put it where no shell looks.
  if (found && !found.isOnPath) {
    window.createTerminal({ ...options, shellPath: found.path }).show();
    return;
  }
  const terminal = window.createTerminal(options);
  terminal.show();
  terminal.sendText('claude');
}

async function startsAnyway(): Promise<boolean> {
  const copy = l10n.t('Copy Install Command');
  const start = l10n.t('Start Anyway');
  const detail = [
    l10n.t('Install it with: {0}', installClaude),
    l10n.t('If it is installed already, add its folder to the PATH and start VS Code again.'),
  ].join('\n');
  const said = await window
    .showInformationMessage(l10n.t('Claude Code was not found.'), { modal: true, detail }, copy, start)
    .then(undefined, () => undefined);
  if (said === copy) {
    await env.clipboard.writeText(installClaude);
    window.setStatusBarMessage(l10n.t('Copied: {0}', installClaude), 5000);
  }
  return said === start;
}

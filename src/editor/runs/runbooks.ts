import * as vscode from 'vscode';
import type { RunbookProblem } from '../../core/runbook/problem.ts';
import type { RunbookProgram } from '../../core/runbook/programsAround.ts';
import type { Runbook } from '../../core/runbook/runbook.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { createRunbook } from '../../node/run/createRunbook.ts';
import { readRunbook, runbookPath } from '../../node/run/readRunbook.ts';

const { l10n, window, workspace } = vscode;

/** The runbook of one folder of this window. */
export interface FolderRunbook {
  readonly name: string;
  readonly folder: string;
  readonly runbook: Runbook;
}

/**
 * The runbooks of this window's folders. What is wrong with one is said, and the person can open it there; where there
 * is none at all, they can have one made.
 */
export async function windowRunbooks(programs: readonly RunbookProgram[]): Promise<readonly FolderRunbook[]> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const read = await Promise.all(
    folders.map(async ({ name, uri: { fsPath } }) => ({
      name,
      folder: fsPath,
      ...(await readRunbook(fsPath, { programs, unanswered: [] })),
    })),
  );
  const known = read.filter(({ problems }) => problems !== undefined);
  const [broken] = known.filter(({ runbook }) => runbook === undefined);
  const [problem] = broken?.problems?.filter(({ severity }) => severity === 'error') ?? [];
  if (folders.length === 0) {
    void window.showInformationMessage(l10n.t('Open a folder first. Its runbook is .agents/runbook.yaml.'));
  } else if (broken && problem) {
    void tellProblem(broken.folder, problem);
  } else if (known.length === 0) {
    void offerRunbook(folders);
  }
  return known.flatMap(({ name, folder, runbook }) => (runbook ? [{ name, folder, runbook }] : []));
}

async function tellProblem(
  folder: string,
  { message, range: { start, end } }: RunbookProblem,
): Promise<void> {
  const open = l10n.t('Open File');
  const text = l10n.t('.agents/runbook.yaml, line {0}: {1}', start.line, toastText(message, 300));
  const said = await window.showErrorMessage(text, open).then(undefined, () => undefined);
  if (said === open) {
    const selection = new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);
    await window.showTextDocument(vscode.Uri.file(runbookPath(folder)), { selection });
  }
}

async function offerRunbook(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
  const create = l10n.t('Create Runbook');
  const text = l10n.t('This folder has no .agents/runbook.yaml. It lists the agents to start, and how.');
  const said = await window.showInformationMessage(text, create).then(undefined, () => undefined);
  if (said !== create) {
    return;
  }
  const [only] = folders;
  const chosen = folders.length === 1 ? only : await window.showWorkspaceFolderPick();
  if (chosen) {
    const { fsPath } = chosen.uri;
    const why = await createRunbook(fsPath);
    if (why === undefined) {
      await window.showTextDocument(vscode.Uri.file(runbookPath(fsPath)));
    } else {
      void window.showErrorMessage(l10n.t("Can't write the runbook: {0}", toastText(why)));
    }
  }
}

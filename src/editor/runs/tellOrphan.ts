import * as vscode from 'vscode';
import type { Run } from '../../core/run/run.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { runName } from '../../core/view/decisionWords.ts';
import type { WindowRuns } from './windowRuns.ts';

/** Says where a run goes on that nobody supervises; whether it is one. */
export function tellOrphan(runs: WindowRuns, run: Run): boolean {
  const isOrphan = runs.isOrphan(run);
  if (isOrphan) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'No window is supervising {0}. Open its folder to continue: {1}',
        runName(run),
        toastText(run.folder),
      ),
    );
  }
  return isOrphan;
}

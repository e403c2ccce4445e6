import * as vscode from 'vscode';
import { runEnded } from '../../core/run/run.ts';
import { runName } from '../../core/view/decisionWords.ts';
import { tellOrphan } from './tellOrphan.ts';
import type { WindowRuns } from './windowRuns.ts';

const { l10n, window } = vscode;

/** Ends a run and its agent, after the person said so once more. */
export async function cancelRun(runs: WindowRuns, target: unknown): Promise<void> {
  const run = typeof target === 'string' ? runs.run(target) : undefined;
  if (!run || runEnded(run)) {
    void window.showInformationMessage(l10n.t('That run is over.'));
    return;
  }
  const cancel = l10n.t('Cancel Run');
  const said = await window.showWarningMessage(
    l10n.t('Cancel {0}?', runName(run)),
    { modal: true, detail: l10n.t('Its agent is ended, and the run has failed.') },
    cancel,
  );
  if (said === cancel && !(await runs.cancel(run)) && !tellOrphan(runs, run)) {
    void window.showInformationMessage(l10n.t('That run is over.'));
  }
}

/** Supervises an agent no more; the agent is left alone. */
export async function stopSupervising(runs: WindowRuns, target: unknown): Promise<void> {
  const run = typeof target === 'string' ? runs.run(target) : undefined;
  if (run) {
    await runs.drop(run);
    window.setStatusBarMessage(l10n.t('{0} is not supervised any more.', runName(run)), 5000);
  }
}

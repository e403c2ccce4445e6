import * as vscode from 'vscode';
import type { Run, RunStep } from '../../core/run/run.ts';
import { runEnded } from '../../core/run/run.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { runName } from '../../core/view/decisionWords.ts';
import { tellOrphan } from './tellOrphan.ts';
import type { WindowRuns } from './windowRuns.ts';

const { l10n, window } = vscode;

/** Ends a run and its agent, after the person said so once more. */
export async function cancelRun(runs: WindowRuns, target: unknown): Promise<void> {
  const run = typeof target === 'string' ? runs.run(target) : undefined;
  if (!run || runEnded(run)) {
    void window.showInformationMessage(l10n.t('This run is over.'));
    return;
  }
  const cancel = l10n.t('Cancel Run');
  const said = await window.showWarningMessage(
    l10n.t('Cancel {0}?', runName(run)),
    { modal: true, detail: l10n.t('Its agent is stopped, and the run counts as failed.') },
    cancel,
  );
  if (said === cancel && !(await runs.cancel(run)) && !tellOrphan(runs, run)) {
    void window.showInformationMessage(l10n.t('This run is over.'));
  }
}

/** Supervises an agent no more; the agent is left alone. Where steps are lost by that, the person says so once more. */
export async function stopSupervising(runs: WindowRuns, target: unknown): Promise<void> {
  const run = typeof target === 'string' ? runs.run(target) : undefined;
  if (!run || !(await mayLoseSteps(run))) {
    return;
  }
  // It may have come to its end meanwhile, and that is to be seen.
  if (stepsAfter(run).length > 0 && runEnded(runs.run(run.id) ?? run)) {
    void window.showInformationMessage(l10n.t('This run is over.'));
    return;
  }
  await runs.drop(run);
  window.setStatusBarMessage(l10n.t('{0} is no longer supervised.', runName(run)), 5000);
}

function stepsAfter(run: Run): readonly RunStep[] {
  return runEnded(run) ? [] : run.steps.slice(run.step + 1);
}

/** Whether the steps that follow may be lost. */
async function mayLoseSteps(run: Run): Promise<boolean> {
  const lost = stepsAfter(run).map(({ name }) => name);
  if (lost.length === 0) {
    return true;
  }
  const stop = l10n.t('Stop Supervising');
  const detail = l10n.t(
    "Its agent keeps running. These steps won't be started: {0}.",
    toastText(lost.join(', ')),
  );
  const text = l10n.t('Stop supervising {0}?', runName(run));
  return (await window.showWarningMessage(text, { modal: true, detail }, stop)) === stop;
}

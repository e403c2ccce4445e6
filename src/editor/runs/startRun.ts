import * as vscode from 'vscode';
import type { RunbookAgent, RunbookPipeline } from '../../core/runbook/runbook.ts';
import { stepsOf } from '../../core/runbook/stepsOf.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { newRunId } from '../../node/run/runId.ts';
import { startedPrograms } from '../../node/run/startedPrograms.ts';
import type { HealthWatch } from '../health/healthWatch.ts';
import { readSetting } from '../readSetting.ts';
import { tellRestricted } from '../tellRestricted.ts';
import type { FolderRunbook } from './runbooks.ts';
import { windowRunbooks } from './runbooks.ts';
import type { WindowRuns } from './windowRuns.ts';

const { l10n, window, workspace } = vscode;

/** How long an idle agent is left alone, as the person set it. */
export function graceMs(): number {
  return 1000 * Math.min(86_400, Math.max(0, readSetting('beckon.graceSeconds')));
}

interface RunItem extends vscode.QuickPickItem {
  readonly start?: { readonly name: string; readonly from: FolderRunbook };
}

/** Lets a person pick a pipeline or an agent of a runbook, and starts it. */
export async function startRun(runs: WindowRuns, health: HealthWatch): Promise<void> {
  if (process.platform === 'win32') {
    void window.showInformationMessage(l10n.t("Runs can't be started on Windows yet."));
    return;
  }
  if (!workspace.isTrusted) {
    void tellRestricted();
    return;
  }
  const runbooks = await windowRunbooks(runs.programs);
  const items = itemsOf(runbooks);
  if (items.length === 0) {
    if (runbooks.length > 0) {
      void window.showInformationMessage(l10n.t('The runbook has no agents yet.'));
    }
    return;
  }
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Start Run'),
    placeHolder: l10n.t('Choose a pipeline or an agent'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const { start } = picked ?? {};
  const steps = start && stepsOf(start.from.runbook, start.name);
  if (!start || !steps) {
    return;
  }
  const { folder } = start.from;
  const started = await startedPrograms(steps, runs.programs, { workspace: folder, env: process.env });
  // A run whose agent is not heard is worth nothing.
  if (await health.isHeard(folder, started)) {
    runs.begin({
      id: newRunId(),
      name: start.name,
      folder,
      origin: 'started',
      startedAt: Date.now(),
      steps,
      graceMs: graceMs(),
    });
  }
}

/** The pipelines first, each with its steps, then the agents. */
function itemsOf(runbooks: readonly FolderRunbook[]): readonly RunItem[] {
  const several = runbooks.length > 1;
  const item = (from: FolderRunbook, name: string, words: string): RunItem => ({
    label: toastText(name, 60),
    description: [toastText(words), ...(several ? [toastText(from.name, 60)] : [])].join(' · '),
    start: { name, from },
  });
  const pipelines = runbooks.flatMap((from) =>
    [...from.runbook.pipelines.values()].map((pipeline) => item(from, pipeline.name, stepWords(pipeline))),
  );
  const agents = runbooks.flatMap((from) =>
    [...from.runbook.agents.values()].map((agent) => item(from, agent.name, agentWords(agent))),
  );
  const separator = (label: string): RunItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...(pipelines.length > 0 ? [separator(l10n.t('pipelines')), ...pipelines] : []),
    ...(agents.length > 0 ? [separator(l10n.t('agents')), ...agents] : []),
  ];
}

function stepWords({ steps }: RunbookPipeline): string {
  return steps.map(({ name }) => name).join(' → ');
}

function agentWords({ run, prompt }: RunbookAgent): string {
  return prompt ? `${run}: ${prompt}` : run;
}

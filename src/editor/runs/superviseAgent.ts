import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { Policy } from '../../core/run/policy.ts';
import { defaultPolicy } from '../../core/run/policy.ts';
import type { RunbookProgram } from '../../core/runbook/programsAround.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { agentName } from '../../core/view/agentName.ts';
import { agentLabel } from '../../core/view/agentWords.ts';
import { policyWords } from '../../core/view/policyWords.ts';
import { currentRun } from '../../core/view/supervision.ts';
import { isWithin } from '../../core/wire/ownerOf.ts';
import { readRunbook } from '../../node/run/readRunbook.ts';
import { newRunId } from '../../node/run/runId.ts';
import { folders } from '../windowHub.ts';
import { graceMs } from './startRun.ts';
import type { WindowRuns } from './windowRuns.ts';

const { l10n, window } = vscode;

interface PolicyItem extends vscode.QuickPickItem {
  readonly policy: Policy;
  /** How the agent is started again. */
  readonly command?: string;
}

/** Puts a running agent under a policy that the person picks. */
export async function superviseAgent(runs: WindowRuns, agent: Agent): Promise<void> {
  const label = agentName(agent);
  if (agent.parent !== undefined || hasEnded(agent.state)) {
    void window.showInformationMessage(l10n.t('"{0}" can\'t be supervised.', label));
    return;
  }
  const { cwd = '', startedIn = cwd } = agent.facts;
  const home = folders().find((folder) => isWithin(folder, startedIn) || isWithin(folder, cwd));
  const picked = await window.showQuickPick(await policies(home, runs.programs), {
    title: l10n.t('Supervise "{0}"', label),
    placeHolder: l10n.t('Choose a policy'),
    ignoreFocusOut: true,
  });
  if (!picked) {
    return;
  }
  // As it is now: nobody would hear of an end that is over.
  const now = runs.agents.get(agent.id);
  if (!now || hasEnded(now.state)) {
    void window.showInformationMessage(l10n.t('"{0}" has exited, so it can\'t be supervised.', label));
    return;
  }
  if (currentRun(runs.all, agent.id)) {
    void window.showInformationMessage(l10n.t('"{0}" is already supervised.', label));
    return;
  }
  const own = runs.programs.find(({ id }) => id === agent.program);
  const { policy, command = own?.launch?.command } = picked;
  const name = agentLabel(agent);
  const step = { name, policy, worktree: false, folder: startedIn, ...(command ? { command } : {}) };
  runs.begin({
    id: newRunId(),
    name,
    folder: home ?? startedIn,
    origin: 'supervised',
    startedAt: Date.now(),
    steps: [step],
    graceMs: graceMs(),
    agent: agent.id,
  });
}

/** The default policy in words, and those of the agents in the runbook; in Restricted Mode nobody trusts that file. */
async function policies(
  folder: string | undefined,
  programs: readonly RunbookProgram[],
): Promise<readonly PolicyItem[]> {
  const trusted = vscode.workspace.isTrusted ? folder : undefined;
  const read = trusted === undefined ? undefined : await readRunbook(trusted, { programs, unanswered: [] });
  const { runbook } = read ?? {};
  return [
    { label: l10n.t('Default'), description: policyWords(defaultPolicy), policy: defaultPolicy },
    ...[...(runbook?.agents.values() ?? [])].map(({ name, policy, run }) => ({
      label: toastText(name, 60),
      description: policyWords(policy),
      detail: l10n.t('Like this agent in the runbook'),
      policy,
      command: run,
    })),
  ];
}

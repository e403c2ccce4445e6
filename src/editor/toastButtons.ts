import * as vscode from 'vscode';
import type { RunDecision } from '../core/run/runDecision.ts';
import type { Toast } from '../core/view/notifications.ts';
import { commandIds } from './contributions.ts';
import { choiceLabel } from './runs/choiceLabel.ts';

/** A button of a toast, and the command it runs. */
export interface ToastButton {
  readonly label: string;
  readonly command: string;
  /** What the command is told besides whom it is about. */
  readonly how?: string;
}

/**
 * The buttons of a toast. A question and a plan are never plainly approved: they are read first. The agent of a run that
 * failed has gone, so its row is all there is to go to.
 */
export function toastButtons({
  kind,
  appeal,
  failedRun,
  answerable,
  isCut,
  offers,
}: Toast): readonly ToastButton[] {
  const { t } = vscode.l10n;
  const go = { label: t('Go to Terminal'), command: commandIds.goToTerminal };
  if (appeal) {
    return appealButtons(appeal);
  }
  if (failedRun !== undefined) {
    return [{ label: t('Show Run'), command: commandIds.showAgents }];
  }
  if (!answerable) {
    return [go];
  }
  const escalate = { label: t('Escalate'), command: commandIds.escalate };
  switch (kind) {
    case 'permission':
      return [
        // Nobody approves what they could not read.
        isCut
          ? { label: t('Read…'), command: commandIds.answer }
          : { label: t('Approve'), command: commandIds.approve },
        { label: t('Deny'), command: commandIds.deny },
        escalate,
        ...(offers === 'diff' ? [{ label: t('Show Diff'), command: commandIds.preview }] : []),
        ...(offers === 'always' ? [{ label: t('Approve Always…'), command: commandIds.approveAlways }] : []),
      ];
    case 'question':
      return [
        { label: t('Answer…'), command: commandIds.answer },
        { label: t('Skip Question'), command: commandIds.skipQuestion },
        escalate,
      ];
    case 'plan':
      return [
        { label: t('Read Plan…'), command: commandIds.answer },
        { label: t('Reject Plan'), command: commandIds.rejectPlan },
        escalate,
      ];
    case 'idle':
    case 'failed':
    case 'died':
    case 'run':
      return [go];
  }
}

/** What a run may be told at once is what is recommended; everything else is read first. */
function appealButtons({ options }: RunDecision): readonly ToastButton[] {
  const { t } = vscode.l10n;
  const recommended = options.find((option) => option.recommended);
  const dismiss = options.find(({ choice }) => choice === 'dismiss');
  const command = commandIds.decide;
  return [
    ...(recommended ? [{ label: choiceLabel(recommended), command, how: recommended.choice }] : []),
    { label: t('Decide…'), command },
    ...(dismiss ? [{ label: choiceLabel(dismiss), command, how: dismiss.choice }] : []),
  ];
}

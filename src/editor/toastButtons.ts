import * as vscode from 'vscode';
import type { RunDecision } from '../core/run/runDecision.ts';
import type { Offer } from '../core/view/ask/offers.ts';
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
  offers,
  isCut,
  besides,
}: Toast): readonly ToastButton[] {
  const { t } = vscode.l10n;
  const go = { label: t('Go to Terminal'), command: commandIds.goToTerminal };
  if (appeal) {
    return appealButtons(appeal);
  }
  if (failedRun !== undefined) {
    return [{ label: t('Show Run'), command: commandIds.showAgents }];
  }
  if (offers.size === 0) {
    return [go];
  }
  const escalate = { label: t('Escalate'), command: commandIds.escalate };
  const where = (offer: Offer, label: string, command: string): readonly ToastButton[] =>
    offers.has(offer) ? [{ label, command }] : [];
  switch (kind) {
    case 'permission':
      return [
        // Nobody approves what they could not read.
        ...(isCut
          ? [{ label: t('Read…'), command: commandIds.answer }]
          : where('approve', t('Approve'), commandIds.approve)),
        ...where('deny', t('Deny'), commandIds.deny),
        escalate,
        ...(besides === 'diff' ? [{ label: t('Show Diff'), command: commandIds.preview }] : []),
        ...(besides === 'always' ? where('always', t('Approve Always…'), commandIds.approveAlways) : []),
      ];
    case 'question':
      return [
        ...where('answer', t('Answer…'), commandIds.answer),
        ...where('deny', t('Skip Question'), commandIds.skipQuestion),
        escalate,
      ];
    case 'plan':
      return [
        ...where('approve', t('Read Plan…'), commandIds.answer),
        ...where('deny', t('Reject Plan'), commandIds.rejectPlan),
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

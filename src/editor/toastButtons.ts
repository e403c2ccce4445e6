import * as vscode from 'vscode';
import type { Toast } from '../core/view/notifications.ts';
import { commandIds } from './contributions.ts';

/** A button of a toast, and the command it runs. */
interface ToastButton {
  readonly label: string;
  readonly command: string;
}

/** The buttons of a toast. A question and a plan are never plainly approved: they are read first. */
export function toastButtons({ kind, answerable, isCut }: Toast): readonly ToastButton[] {
  const { t } = vscode.l10n;
  const go = { label: t('Go to Terminal'), command: commandIds.goToTerminal };
  if (!answerable) {
    return [go];
  }
  const deny = { label: t('Deny'), command: commandIds.deny };
  const escalate = { label: t('Escalate'), command: commandIds.escalate };
  switch (kind) {
    case 'permission':
      return [
        { label: t('Approve'), command: commandIds.approve },
        deny,
        escalate,
        ...(isCut ? [{ label: t('Read in Full'), command: commandIds.preview }] : []),
      ];
    case 'question':
      return [{ label: t('Answer…'), command: commandIds.answer }, deny, escalate];
    case 'plan':
      return [{ label: t('Read Plan…'), command: commandIds.answer }, deny, escalate];
    case 'idle':
    case 'failed':
    case 'died':
      return [go];
  }
}

import * as vscode from 'vscode';
import type { Option } from '../../core/run/runDecision.ts';
import { toastText } from '../../core/text/foreignText.ts';

/** What an option is called; the answers of a question have the agent's own words. */
export function choiceLabel({ label, answer }: Option): string {
  if (answer !== undefined) {
    return toastText(label, 100);
  }
  const { t } = vscode.l10n;
  const labels: Readonly<Record<string, string>> = {
    Nudge: t('Nudge'),
    Done: t('Done'),
    Retry: t('Retry'),
    Skip: t('Skip'),
    Cancel: t('Cancel Run'),
    Dismiss: t('Dismiss'),
    Approve: t('Approve'),
    Deny: t('Deny'),
    Accept: t('Accept'),
    Revise: t('Revise…'),
    Other: t('Other…'),
    Answer: t('Answer…'),
  };
  return labels[label] ?? toastText(label, 100);
}

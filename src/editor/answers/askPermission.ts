import * as vscode from 'vscode';
import type { Prompt } from '../../core/agent/state.ts';
import type { Answer } from '../../core/decision/answer.ts';
import { alwaysEffects } from '../../core/view/ask/alwaysEffects.ts';
import type { Offer } from '../../core/view/ask/offers.ts';
import { offersOf } from '../../core/view/ask/offers.ts';
import { isChange } from '../../core/view/askPreview.ts';
import type { QuickSteps } from './quickSteps.ts';

interface ChoiceItem extends vscode.QuickPickItem {
  readonly answer?: Answer;
  readonly does?: 'preview' | 'reason' | 'always';
}

/** What is needed to ask for a permission. */
interface PermissionAsk {
  /** Who asks what, in a sentence. */
  readonly who: string;
  readonly steps: QuickSteps;
  readonly preview: () => Promise<boolean>;
  /** Only whether to approve for always. */
  readonly always: boolean;
}

/** Lets a person choose an answer to a permission; `undefined` where they left, or went to read. */
export async function askPermission(
  prompt: Prompt,
  { who, steps, preview, always }: PermissionAsk,
): Promise<Answer | undefined> {
  const { t } = vscode.l10n;
  const pick = async (title: string, items: readonly ChoiceItem[]) => {
    const chosen = await steps.pick(items, {
      title,
      placeholder: t('Choose an answer'),
      answers: true,
      reads: true,
    });
    return typeof chosen === 'string' ? undefined : chosen?.[0];
  };
  const picked = always ? ({ label: '', does: 'always' } as const) : await pick(who, choices(prompt));
  switch (picked?.does) {
    case undefined:
      return picked?.answer;
    case 'preview':
      await preview();
      return undefined;
    case 'reason':
      return await askReason(who, steps);
    case 'always': {
      const effects = offersOf(prompt).has('always') ? alwaysEffects(prompt) : undefined;
      return effects === undefined
        ? (await pick(who, choices(prompt)))?.answer
        : (await pick(`${who} — ${effects}`, alwaysChoices(effects)))?.answer;
    }
  }
}

/** Lets a person say why they deny; `undefined` where they left. */
export async function askReason(who: string, steps: QuickSteps): Promise<Answer | undefined> {
  const message = await steps.input(who, vscode.l10n.t('Tell the agent why, or what to do instead'));
  return message === undefined ? undefined : { kind: 'deny', ...(message ? { message } : {}) };
}

function choices(prompt: Prompt): readonly ChoiceItem[] {
  const { t } = vscode.l10n;
  const { input } = prompt;
  const offers = offersOf(prompt);
  const where = (offer: Offer, ...items: readonly ChoiceItem[]) => (offers.has(offer) ? items : []);
  const reads = isChange(prompt) ? t('Show Diff') : t('Read in Full');
  return [
    ...where('approve', { label: t('Approve'), answer: { kind: 'approve' } }),
    ...where('always', { label: t('Approve Always…'), does: 'always' }),
    ...where(
      'deny',
      { label: t('Deny'), answer: { kind: 'deny' } },
      { label: t('Deny with Reason…'), does: 'reason' },
    ),
    ...(input === undefined ? [] : [{ label: reads, does: 'preview' as const }]),
    { label: t('Escalate'), detail: t('Answer in the terminal'), answer: { kind: 'escalate' } },
  ];
}

function alwaysChoices(effects: string): readonly ChoiceItem[] {
  const { t } = vscode.l10n;
  return [
    { label: t('Approve Always'), detail: effects, answer: { kind: 'approve', always: true } },
    { label: t('Approve Once'), answer: { kind: 'approve' } },
    { label: t('Deny'), answer: { kind: 'deny' } },
  ];
}

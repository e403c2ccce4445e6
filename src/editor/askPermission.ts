import * as vscode from 'vscode';
import type { Prompt } from '../core/agent/state.ts';
import type { Answer } from '../core/decision/answer.ts';
import { toastText } from '../core/view/foreignText.ts';
import type { QuickSteps } from './quickSteps.ts';

interface ChoiceItem extends vscode.QuickPickItem {
  readonly answer?: Answer;
  readonly does?: 'preview' | 'reason';
}

/** What is needed to ask for a permission. */
interface PermissionAsk {
  readonly who: string;
  readonly steps: QuickSteps;
  readonly preview: () => Promise<boolean>;
}

/** Lets a person choose an answer to a permission; `undefined` where they left, or went to read. */
export async function askPermission(
  prompt: Prompt,
  { who, steps, preview }: PermissionAsk,
): Promise<Answer | undefined> {
  const chosen = await steps.pick(choices(prompt), {
    title: who,
    placeholder: placeHolder(prompt),
    answers: true,
  });
  const picked = chosen === 'back' ? undefined : chosen?.[0];
  if (picked?.does === 'preview') {
    await preview();
    return undefined;
  }
  if (picked?.does === 'reason') {
    const reason = vscode.l10n.t('Tell the agent why, or what to do instead');
    const message = await steps.input(who, reason);
    return message === undefined ? undefined : { kind: 'deny', ...(message ? { message } : {}) };
  }
  return picked?.answer;
}

function choices({ suggests, input }: Prompt): readonly ChoiceItem[] {
  const { t } = vscode.l10n;
  return [
    { label: t('Approve'), answer: { kind: 'approve' } },
    ...(suggests
      ? [
          {
            label: t('Approve Always'),
            detail: t('Also remembers: {0}', toastText(suggests)),
            answer: { kind: 'approve', always: true } as const,
          },
        ]
      : []),
    { label: t('Deny'), answer: { kind: 'deny' } },
    { label: t('Deny with a Reason…'), does: 'reason' },
    {
      label: t('Escalate'),
      detail: t("Leaves it to the agent's own prompt, in its terminal"),
      answer: { kind: 'escalate' },
    },
    ...(input === undefined ? [] : [{ label: t('Read in Full'), does: 'preview' as const }]),
  ];
}

function placeHolder({ input, message }: Prompt): string {
  const { command, file_path: file } = (input ?? {}) as { command?: unknown; file_path?: unknown };
  const text = [command, file, message].find((one) => typeof one === 'string');
  return toastText(typeof text === 'string' ? text : '', 200);
}

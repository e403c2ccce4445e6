import * as vscode from 'vscode';
import type { Decision } from '../../core/decision/decision.ts';
import { agentName } from '../../core/view/agentName.ts';
import { wholeTitle } from '../../core/view/ask/titleText.ts';
import type { Answers } from './answers.ts';
import type { Chooser } from './chooser.ts';
import type { QuickSteps } from './quickSteps.ts';

interface AllParts {
  readonly answers: Answers;
  readonly chooser: Chooser;
}

interface Shown {
  readonly id: string;
  readonly title: string;
}

/** Shows the person each permission that waits, in full and one after the other, and approves those they kept. */
export async function approveAll({ answers, chooser }: AllParts, steps: QuickSteps): Promise<void> {
  const { t } = vscode.l10n;
  const all = chooser.permissions();
  if (all.length === 0) {
    void vscode.window.showInformationMessage(t('No agent needs you.'));
    return;
  }
  const shown = all.flatMap((decision) => shownWhole(decision, answers) ?? []);
  if (shown.length < all.length) {
    // Nobody approves what they could not read.
    void vscode.window.showInformationMessage(
      t('{0} of {1} asks are not shown here: open them one by one.', all.length - shown.length, all.length),
    );
  }
  const kept: string[] = [];
  for (const [index, { id, title }] of shown.entries()) {
    const isLast = index === shown.length - 1;
    const keep = { label: isLast ? t('Approve All {0}', kept.length + 1) : t('Next'), keeps: true };
    const out = {
      label: isLast ? t('Skip This One, Approve {0}', kept.length) : t('Skip This One'),
      keeps: false,
    };
    const picked = await steps.pick(isLast && kept.length === 0 ? [keep] : [keep, out], {
      title: t('{0} of {1}: {2}', index + 1, shown.length, title),
      placeholder: t('Nothing is approved until the last step'),
      answers: true,
      reads: true,
    });
    if (picked === undefined || typeof picked === 'string') {
      return;
    }
    if (picked[0]?.keeps) {
      kept.push(id);
    }
  }
  const asked = kept.filter((id) => answers.decision(id));
  const over = kept.length - asked.length;
  if (over > 0) {
    const one = t('Approved {0}; 1 was answered elsewhere.', asked.length);
    const several = t('Approved {0}; {1} were answered elsewhere.', asked.length, over);
    void vscode.window.showInformationMessage(over === 1 ? one : several);
  }
  await Promise.all(asked.map((id) => answers.give(id, { kind: 'approve' })));
}

/** A permission with all that it is about; `undefined` where there is no room for that. */
function shownWhole({ id, agent, prompt }: Decision, answers: Answers): Shown | undefined {
  const who = answers.agent(agent);
  const text = wholeTitle(prompt, who?.facts.cwd);
  return who && text !== undefined ? { id, title: `${agentName(who)} — ${text}` } : undefined;
}

import * as vscode from 'vscode';
import type { Question } from '../core/agent/state.ts';
import { toastText } from '../core/view/foreignText.ts';

/** What came of one question: what was chosen, one step back, or that the person left. */
type Chosen = readonly string[] | 'back' | 'left';

interface OptionItem extends vscode.QuickPickItem {
  /** The agent's own word for it; what is shown is made harmless. */
  readonly answer?: string;
}

/**
 * Asks a person an agent's questions, one after the other, with its own options and room for other words. The answers
 * are by the question's own text; `undefined` where the person left, or nobody asks any more.
 */
export async function askQuestions(
  questions: readonly Question[],
  over: vscode.CancellationToken,
): Promise<Readonly<Record<string, string>> | undefined> {
  const answers = new Map<string, string>();
  for (let step = 0; step < questions.length; ) {
    const question = questions[step];
    const chosen = question ? await askOne(question, { step, of: questions.length }, over) : 'left';
    if (chosen === 'left' || over.isCancellationRequested) {
      return undefined;
    }
    if (chosen === 'back') {
      step -= 1;
    } else {
      // Claude Code wants several choices of one question in one text.
      answers.set(question?.question ?? '', chosen.join(', '));
      step += 1;
    }
  }
  return Object.fromEntries(answers);
}

interface Step {
  readonly step: number;
  readonly of: number;
}

async function askOne(question: Question, step: Step, over: vscode.CancellationToken): Promise<Chosen> {
  for (;;) {
    const picked = await pickOptions(question, step, over);
    if (picked === 'back' || picked === 'left') {
      return picked;
    }
    const chosen = picked.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
    if (!picked.some(({ answer }) => answer === undefined)) {
      return chosen;
    }
    const own = await vscode.window.showInputBox(
      { title: titleOf(question, step), prompt: toastText(question.question, 300), ignoreFocusOut: true },
      over,
    );
    if (over.isCancellationRequested) {
      return 'left';
    }
    if (own?.trim()) {
      return [...chosen, own.trim()];
    }
  }
}

function pickOptions(
  question: Question,
  step: Step,
  over: vscode.CancellationToken,
): Promise<readonly OptionItem[] | 'back' | 'left'> {
  const pick = vscode.window.createQuickPick<OptionItem>();
  pick.title = titleOf(question, step);
  pick.placeholder = toastText(question.question, 300);
  pick.canSelectMany = question.multiSelect;
  pick.ignoreFocusOut = true;
  pick.matchOnDetail = true;
  pick.items = [
    ...question.options.map(({ label, description }) => ({
      label: toastText(label, 100),
      answer: label,
      ...(description ? { detail: toastText(description, 200) } : {}),
    })),
    { label: vscode.l10n.t('Other…'), detail: vscode.l10n.t('Answer in your own words'), alwaysShow: true },
  ];
  pick.buttons = step.step > 0 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const end = (result: readonly OptionItem[] | 'back' | 'left') => {
      resolve(result);
      watch.dispose();
      pick.dispose();
    };
    const watch = over.onCancellationRequested(() => end('left'));
    pick.onDidTriggerButton(() => end('back'));
    pick.onDidHide(() => end('left'));
    pick.onDidAccept(() => {
      if (pick.selectedItems.length > 0) {
        end(pick.selectedItems);
      }
    });
    if (over.isCancellationRequested) {
      end('left');
    } else {
      pick.show();
    }
  });
}

function titleOf({ header, question }: Question, { step, of }: Step): string {
  const title = toastText(header ?? question, 80);
  return of > 1 ? vscode.l10n.t('{0} ({1} of {2})', title, step + 1, of) : title;
}

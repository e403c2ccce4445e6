import * as vscode from 'vscode';
import type { Question } from '../core/agent/state.ts';
import type { Chosen } from '../core/decision/answersOf.ts';
import { answersOf } from '../core/decision/answersOf.ts';
import { toastText } from '../core/view/foreignText.ts';
import type { QuickSteps } from './quickSteps.ts';

/** How much of a text is surely seen on one line. */
const lineLength = 70;

interface OptionItem extends vscode.QuickPickItem {
  /** The agent's own word for it, what is shown is made harmless; missing for other words. */
  readonly answer?: string;
  /** It is no answer: the questions are to be read. */
  readonly reads?: boolean;
}

/**
 * Asks a person an agent's questions, one after the other, with its own options and room for other words. The answers
 * are by the question's own text; `undefined` where the person left, or nobody asks any more.
 */
export async function askQuestions(
  questions: readonly Question[],
  steps: QuickSteps,
  read: () => Promise<unknown>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const answers: Chosen[] = [];
  // Kept for whoever comes back to a question.
  const asked = questions.map((question): Asked => ({ question, items: optionsOf(question), ticked: [] }));
  for (let step = 0; step < questions.length; ) {
    const one = asked[step];
    const chosen = one && (await askOne(one, { step, of: questions.length, read }, steps));
    if (!one || !chosen) {
      return undefined;
    }
    if (chosen === 'back') {
      step -= 1;
    } else {
      answers[step] = { question: one.question.question, chosen };
      step += 1;
    }
  }
  return answersOf(answers);
}

/** A question with its lines, and those that are ticked. */
interface Asked {
  readonly question: Question;
  readonly items: readonly OptionItem[];
  ticked: readonly OptionItem[];
}

interface Step {
  readonly step: number;
  readonly of: number;
  /** Opens all the questions as a text. */
  readonly read: () => Promise<unknown>;
}

async function askOne(
  asked: Asked,
  step: Step,
  steps: QuickSteps,
): Promise<readonly string[] | 'back' | undefined> {
  const { question, items } = asked;
  const title = titleOf(question, step);
  const text = toastText(question.question, 300);
  for (;;) {
    const picked = await steps.pick(items, {
      title,
      placeholder: text,
      many: question.multiSelect,
      back: step.step > 0,
      answers: true,
      ticked: asked.ticked,
      keep: (ticked) => {
        asked.ticked = ticked;
      },
    });
    if (picked === undefined || picked === 'back') {
      return picked;
    }
    asked.ticked = picked.filter(({ reads }) => !reads);
    if (picked.some(({ reads }) => reads)) {
      await step.read();
      continue;
    }
    const chosen = picked.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
    if (chosen.length === picked.length) {
      return chosen;
    }
    const own = await steps.input(title, text);
    if (own === undefined) {
      return undefined;
    }
    if (own.trim()) {
      return [...chosen, own.trim()];
    }
  }
}

function optionsOf({ question, options }: Question): readonly OptionItem[] {
  const isLong =
    question.length > lineLength ||
    options.some(({ label, description = '' }) => Math.max(label.length, description.length) > lineLength);
  const own = { label: vscode.l10n.t('Other…'), detail: vscode.l10n.t('Answer in your own words') };
  return [
    ...options.map(({ label, description }) => ({
      label: toastText(label, 100),
      answer: label,
      ...(description ? { detail: toastText(description, 200) } : {}),
    })),
    { ...own, alwaysShow: true },
    ...(isLong ? [{ label: vscode.l10n.t('Read in Full'), reads: true, alwaysShow: true }] : []),
  ];
}

function titleOf({ header, question }: Question, { step, of }: Step): string {
  const title = toastText(header ?? question, 80);
  return of > 1 ? vscode.l10n.t('{0} ({1} of {2})', title, step + 1, of) : title;
}

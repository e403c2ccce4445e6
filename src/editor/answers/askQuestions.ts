import * as vscode from 'vscode';
import type { Answer } from '../../core/decision/answer.ts';
import type { Chosen } from '../../core/decision/answersOf.ts';
import { answersOf } from '../../core/decision/answersOf.ts';
import type { Question } from '../../core/event/ask.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { fitsTitle, titleLength } from '../../core/view/ask/titleText.ts';
import type { QuickSteps, StepButton } from './quickSteps.ts';

/** How much of a text is surely seen on one line. */
const lineLength = 70;

interface OptionItem extends vscode.QuickPickItem {
  /** The agent's own word for it, what is shown is made harmless; missing for own words. */
  readonly answer?: string;
}

/** What is needed to ask questions. */
export interface QuestionAsk {
  /** The agent's name, made harmless. */
  readonly who: string;
  readonly steps: QuickSteps;
  /** Opens all the questions as a text, from which they are asked again. */
  readonly read: () => Promise<unknown>;
}

/**
 * Asks a person an agent's questions, one after the other, with its own options and room for other words. The answers
 * are by the question's own text; skipping denies them all; `undefined` where the person left, or nobody asks any more.
 */
export async function askQuestions(
  questions: readonly Question[],
  ask: QuestionAsk,
): Promise<Answer | undefined> {
  const answers: Chosen[] = [];
  // Kept for whoever comes back to a question.
  const asked = questions.map((question, step): Asked => {
    const title = titleOf(question, ask.who, { step, of: questions.length });
    const buttons = buttonsOf(question, questions.length);
    return { title, question, items: optionsOf(question), buttons, ticked: [] };
  });
  for (let step = 0; step < questions.length; ) {
    const one = asked[step];
    const chosen = one && (await askOne(one, ask, step > 0));
    if (!one || !chosen) {
      return undefined;
    }
    if (chosen === 'skip') {
      return { kind: 'deny' };
    }
    if (chosen === 'back') {
      step -= 1;
    } else {
      answers[step] = { question: one.question.question, chosen };
      step += 1;
    }
  }
  return { kind: 'answer', answers: answersOf(answers) };
}

/** A question with its title and its lines, and those that are ticked. */
interface Asked {
  readonly title: string;
  readonly question: Question;
  readonly items: readonly OptionItem[];
  readonly buttons: readonly StepButton[];
  ticked: readonly OptionItem[];
}

async function askOne(
  asked: Asked,
  { steps, read }: QuestionAsk,
  back: boolean,
): Promise<readonly string[] | 'back' | 'skip' | undefined> {
  const { title, question, items, buttons } = asked;
  const { t } = vscode.l10n;
  for (;;) {
    const picked = await steps.pick(items, {
      title,
      placeholder: question.multiSelect ? t('Choose one or more answers') : t('Choose an answer'),
      many: question.multiSelect,
      back,
      buttons,
      answers: true,
      reads: true,
      ticked: asked.ticked,
      keep: (ticked) => {
        asked.ticked = ticked;
      },
    });
    if (picked === 'read') {
      await read();
      return undefined;
    }
    if (picked === undefined || typeof picked === 'string') {
      return picked;
    }
    asked.ticked = picked;
    const chosen = picked.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
    if (chosen.length === picked.length) {
      return chosen;
    }
    const own = await steps.input(title, t('Your answer, in your own words'));
    if (own === undefined) {
      return undefined;
    }
    if (own.trim()) {
      return [...chosen, own.trim()];
    }
  }
}

function optionsOf({ options }: Question): readonly OptionItem[] {
  const { t } = vscode.l10n;
  return [
    ...options.map(({ label, description }) => ({
      label: toastText(label, 100),
      answer: label,
      ...(description ? { detail: toastText(description, 200) } : {}),
    })),
    { label: t('Other…'), detail: t('Answer in your own words'), alwaysShow: true },
  ];
}

/** Whether all of a question can be read in the title of its list. */
export function fitsList({ question }: Pick<Question, 'question'>): boolean {
  return fitsTitle(toastText(question, titleLength));
}

/** What is no answer has no line: several lines may be ticked together. */
function buttonsOf({ question, options }: Question, of: number): readonly StepButton[] {
  const { t } = vscode.l10n;
  const isLong =
    !fitsList({ question }) ||
    options.some(({ label, description = '' }) => Math.max(label.length, description.length) > lineLength);
  const skip = of > 1 ? t('Skip All Questions') : t('Skip Question');
  return [
    ...(isLong ? [{ name: 'read' as const, icon: 'book', tooltip: t('Read in Full') }] : []),
    { name: 'skip', icon: 'close', tooltip: skip },
  ];
}

/** Typing never hides a title, as it does a placeholder. */
function titleOf(
  { question }: Question,
  who: string,
  { step, of }: { readonly step: number; readonly of: number },
): string {
  const text = toastText(question, titleLength);
  return of > 1
    ? vscode.l10n.t('{0} asks ({1} of {2}): {3}', who, step + 1, of, text)
    : vscode.l10n.t('{0} asks: {1}', who, text);
}

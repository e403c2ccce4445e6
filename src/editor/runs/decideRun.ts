import * as vscode from 'vscode';
import type { Run } from '../../core/run/run.ts';
import type { Choice, Option, RunDecision } from '../../core/run/runDecision.ts';
import { decisionSentence } from '../../core/view/decisionWords.ts';
import { toastText } from '../../core/view/foreignText.ts';
import { honestText } from '../../core/view/plainText.ts';
import type { Answers } from '../answers.ts';
import type { Previews } from '../previews.ts';
import { QuickSteps } from '../quickSteps.ts';
import { choiceLabel } from './choiceLabel.ts';
import type { WindowRuns } from './windowRuns.ts';

/** What is needed to decide. */
export interface DecideParts {
  readonly runs: WindowRuns;
  readonly answers: Answers;
  readonly previews: Previews;
}

interface OptionItem extends vscode.QuickPickItem {
  readonly option?: Option;
  readonly reads?: boolean;
}

/** Lets a person decide what a run waits for; with a choice it is done at once. Only ever called for a click. */
export async function decideRun(parts: DecideParts, target: unknown, choice?: unknown): Promise<void> {
  const { runs } = parts;
  const run = typeof target === 'string' ? runs.run(target) : await pickWaiting(runs);
  if (target !== undefined && !run?.decision) {
    tellRefused(false);
    return;
  }
  if (!run?.decision) {
    return;
  }
  const { id, options } = run.decision;
  const named = options.find((option) => option.choice === choice);
  const chosen = named ? { choice: named.choice } : await ask(parts, run);
  if (chosen && !(await runs.choose(id, chosen.choice, chosen.message))) {
    tellRefused(runs.run(id)?.decision?.id === id);
  }
}

/** Lets a person choose what a run is to do; nothing where they leave. */
async function ask(
  { answers, previews }: DecideParts,
  run: Run,
): Promise<{ readonly choice: Choice; readonly message?: string } | undefined> {
  const { decision } = run;
  if (!decision) {
    return undefined;
  }
  const steps = new QuickSteps();
  try {
    const title = decisionSentence(run, decision);
    const more = contextBelow(decision);
    const placeholder = more ? toastText(more, 200) : vscode.l10n.t('What is to be done?');
    const picked = await steps.pick(itemsOf(run), { title, placeholder, answers: true });
    const [{ option, reads = false } = {}] = picked === 'back' ? [] : (picked ?? []);
    const { prompt, context } = decision;
    // There may be several questions, and options that nobody has seen yet.
    const isOwnWords = option?.choice === 'answer' && option.answer === undefined;
    if ((reads || isOwnWords) && prompt !== undefined && answers.decision(prompt)) {
      await answers.answer(prompt, steps);
      return undefined;
    }
    if (reads) {
      await previews.showText(vscode.l10n.t('What the run waits for'), honestText(context));
      return undefined;
    }
    return option && (await withText(option, steps, title));
  } finally {
    steps.dispose();
  }
}

/** What the person wants to say with a choice, where it takes a text. */
async function withText(
  { choice, answer }: Option,
  steps: QuickSteps,
  title: string,
): Promise<{ readonly choice: Choice; readonly message?: string } | undefined> {
  const prompt = answer === undefined ? textPrompts()[choice] : undefined;
  if (prompt === undefined) {
    return { choice, ...(answer === undefined ? {} : { message: answer }) };
  }
  const text = await steps.input(title, prompt);
  if (text === undefined || (choice === 'answer' && !text.trim())) {
    return undefined;
  }
  return { choice, ...(text.trim() ? { message: text.trim() } : {}) };
}

/** What is asked for with the choices that take a text. */
function textPrompts(): Partial<Readonly<Record<Choice, string>>> {
  const { t } = vscode.l10n;
  return {
    nudge: t('What should it do? Leave it empty to say only that it is to go on.'),
    retry: t('What should it be told? Leave it empty to say only that it is to go on.'),
    deny: t('Tell the agent why, or what to do instead'),
    answer: t('Answer in your own words'),
  };
}

function itemsOf({ decision }: Run): readonly OptionItem[] {
  const { t } = vscode.l10n;
  const options = decision?.options ?? [];
  const ordered = [...options.filter((one) => one.recommended), ...options.filter((one) => !one.recommended)];
  const isMore = decision?.prompt !== undefined || (decision && contextBelow(decision)) !== '';
  return [
    ...ordered.map((option) => ({
      label: choiceLabel(option),
      ...(option.recommended ? { description: t('recommended') } : {}),
      ...detailOf(option),
      option,
    })),
    ...(isMore ? [{ label: t('Read in Full'), reads: true, alwaysShow: true }] : []),
  ];
}

/** What there is to know besides the first line, which the title has. */
function contextBelow({ context }: RunDecision): string {
  return context.split('\n').slice(1).join('\n').trim();
}

function detailOf({ choice, answer }: Option): { readonly detail?: string } {
  const { t } = vscode.l10n;
  const details: Partial<Readonly<Record<Choice, string>>> = {
    nudge: t('Tells the agent to go on'),
    done: t('Ends the agent; the step is done'),
    retry: t('Tries it again'),
    skip: t('Ends the agent; the run goes on with the next step'),
    cancel: t('Ends the agent; the run has failed'),
    dismiss: t('The run waits on, and you are not told again'),
  };
  const detail = answer === undefined ? details[choice] : undefined;
  return detail === undefined ? {} : { detail };
}

async function pickWaiting(runs: WindowRuns): Promise<Run | undefined> {
  const items = [...runs.all.values()].flatMap((run) =>
    run.decision
      ? [{ label: toastText(run.name, 60), detail: decisionSentence(run, run.decision), run }]
      : [],
  );
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No run waits for you.'));
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Which run?');
  return (await vscode.window.showQuickPick(items, { placeHolder, ignoreFocusOut: true }))?.run;
}

function tellRefused(waits: boolean): void {
  void vscode.window.showInformationMessage(
    waits
      ? vscode.l10n.t('The run could not be told that.')
      : vscode.l10n.t('The run does not wait for that any more.'),
  );
}

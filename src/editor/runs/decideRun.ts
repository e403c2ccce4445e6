import * as vscode from 'vscode';
import type { Agent } from '../../core/agent/agent.ts';
import type { Run } from '../../core/run/run.ts';
import type { Choice, Option } from '../../core/run/runDecision.ts';
import { toastText } from '../../core/text/foreignText.ts';
import { honestText } from '../../core/text/plainText.ts';
import { choiceWords } from '../../core/view/choiceWords.ts';
import type { DecisionAsk } from '../../core/view/decisionAsk.ts';
import { answeredThere, decisionAsk } from '../../core/view/decisionAsk.ts';
import type { Answers } from '../answers/answers.ts';
import type { Previews } from '../answers/previews.ts';
import { QuickSteps } from '../answers/quickSteps.ts';
import { StillAsked } from '../answers/stillAsked.ts';
import { commandIds } from '../contributions.ts';
import type { WindowView } from '../windowView.ts';
import { choiceLabel } from './choiceLabel.ts';
import { tellOrphan } from './tellOrphan.ts';
import type { WindowRuns } from './windowRuns.ts';

/** What is needed to decide. */
export interface DecideParts {
  readonly runs: WindowRuns;
  readonly answers: Answers;
  readonly previews: Previews;
  readonly shown: Pick<WindowView, 'onDidChange'>;
}

interface OptionItem extends vscode.QuickPickItem {
  readonly option?: Option;
  readonly reads?: boolean;
  readonly goes?: boolean;
}

/**
 * Lets a person decide what a run waits for; with a choice it is done at once. Only ever called for a click. `gone`
 * where the person wants to be in the agent's terminal then.
 */
export async function decideRun(
  parts: DecideParts,
  target: unknown,
  choice?: unknown,
): Promise<'gone' | undefined> {
  const { runs } = parts;
  const run = typeof target === 'string' ? runs.run(target) : await pickWaiting(runs);
  if (target !== undefined && !run?.decision) {
    tellRefused(runs);
    return undefined;
  }
  if (!run?.decision) {
    return undefined;
  }
  const { id, options } = run.decision;
  const named = options.find((option) => option.choice === choice);
  const chosen = named ? { choice: named.choice } : await askWhileWaiting(parts, run, id);
  if (chosen === 'gone') {
    return chosen;
  }
  if (chosen && !(await runs.choose(id, chosen.choice, chosen.message)) && !tellOrphan(runs, run)) {
    tellRefused(runs, id);
  }
  return undefined;
}

/** What a person chose, with the words that go with it. */
interface Chosen {
  readonly choice: Choice;
  readonly message?: string;
}

/** Asks, until somebody else decided, or what the run waited for is over: then it says so. */
async function askWhileWaiting(
  parts: DecideParts,
  run: Run,
  id: string,
): Promise<Chosen | 'gone' | undefined> {
  const { runs, shown } = parts;
  const stillAsked = new StillAsked(shown.onDidChange, () => runs.run(id)?.decision?.id === id);
  try {
    const chosen = await ask(parts, run, stillAsked.token);
    if (stillAsked.isOver && chosen === undefined) {
      tellRefused(runs);
    }
    return chosen === 'left' ? undefined : chosen;
  } finally {
    stillAsked.dispose();
  }
}

/**
 * Lets a person choose what a run is to do; `left` where they went on elsewhere, `gone` where that is the terminal,
 * nothing where they leave.
 */
async function ask(
  parts: DecideParts,
  run: Run,
  over: vscode.CancellationToken,
): Promise<Chosen | 'left' | 'gone' | undefined> {
  const { runs, answers, previews } = parts;
  const { decision } = run;
  if (!decision) {
    return undefined;
  }
  const steps = new QuickSteps(over);
  try {
    const shown = decisionAsk(run, decision, runs.agents);
    const { title, more } = shown;
    const placeholder = more || vscode.l10n.t('Choose what to do');
    const items = itemsOf(run, shown, runs.agents.get(run.agent));
    const picked = await steps.pick(items, { title, placeholder, answers: true });
    const [{ option, reads = false, goes = false } = {}] = typeof picked === 'string' ? [] : (picked ?? []);
    if (goes) {
      await vscode.commands.executeCommand(commandIds.goToTerminal, run.agent);
      return 'gone';
    }
    const { prompt, context } = decision;
    const asked = prompt === undefined ? undefined : answers.decision(prompt);
    // There may be several questions, and options that nobody has seen yet.
    const isOwnWords = option?.choice === 'answer' && option.answer === undefined;
    // A plan is read on the page that takes the answer too.
    if (asked && (isOwnWords || (reads && asked.prompt.kind === 'plan_approval'))) {
      await answers.answer(asked.id, { before: steps });
      return 'left';
    }
    if (reads && asked) {
      await answers.preview(asked.id, shown.besides);
      return 'left';
    }
    if (reads && shown.prompt && (await previews.show(shown.prompt, { besides: shown.besides }))) {
      return 'left';
    }
    if (reads) {
      await previews.showText(vscode.l10n.t('Why the run is waiting'), honestText(context));
      return 'left';
    }
    const now = runs.run(decision.id);
    const fresh = now?.decision && decisionAsk(now, now.decision, runs.agents);
    if (option && now && fresh && (fresh.asks !== shown.asks || fresh.isLeft !== shown.isLeft)) {
      // It became known meanwhile what is asked, and nobody has read that; or it is answered elsewhere by now.
      return await ask(parts, now, over);
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
): Promise<Chosen | undefined> {
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
    nudge: t('What should it do? Leave empty to just let it continue.'),
    retry: t('What should it be told? Leave empty to just let it continue.'),
    deny: t('Tell the agent why, or what to do instead'),
    answer: t('Answer in your own words'),
  };
}

/** What can be chosen. Where an agent asks, what it asks comes first: who only presses Enter reads it, and answers nothing. */
function itemsOf(run: Run, ask: DecisionAsk, agent: Agent | undefined): readonly OptionItem[] {
  const { t } = vscode.l10n;
  const { decision } = run;
  const { options, isLeft } = ask;
  const ordered = [...options.filter((one) => one.recommended), ...options.filter((one) => !one.recommended)];
  const isAsked = decision?.prompt !== undefined;
  const detail = isAsked && ask.asks === undefined ? t("This window doesn't know what it asks") : undefined;
  // On top it must not be what is left over for Enter where somebody writes the name of another line.
  const read = {
    label: t('Read in Full'),
    reads: true,
    alwaysShow: !isAsked,
    ...(detail ? { detail } : {}),
  };
  const items = ordered.map((option) => {
    const words = ask.about(option) ?? choiceWords(run, agent, option);
    return {
      label: choiceLabel(option),
      ...(option.recommended ? { description: t('recommended') } : {}),
      ...(words === undefined ? {} : { detail: words }),
      option,
    };
  });
  const there = isLeft ? [{ label: t('Go to Terminal'), goes: true }] : [];
  return isAsked ? [read, ...there, ...items] : [...items, ...(ask.more ? [read] : [])];
}

async function pickWaiting(runs: WindowRuns): Promise<Run | undefined> {
  const items = [...runs.all.values()].flatMap((run) =>
    run.decision
      ? [{ label: toastText(run.name, 60), detail: decisionAsk(run, run.decision, runs.agents).title, run }]
      : [],
  );
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No run is waiting for you.'));
    return undefined;
  }
  const placeHolder = vscode.l10n.t('Which run?');
  return (await vscode.window.showQuickPick(items, { placeHolder, ignoreFocusOut: true }))?.run;
}

/** Says why something could not be chosen; `id`: of what the run waited for when it was. */
function tellRefused(runs: WindowRuns, id?: string): void {
  const { t } = vscode.l10n;
  const run = id === undefined ? undefined : runs.run(id);
  const { decision } = run ?? {};
  const text =
    !run || !decision || decision.id !== id
      ? t('The run is no longer waiting for this.')
      : decisionAsk(run, decision, runs.agents).isLeft
        ? answeredThere
        : t("Your choice couldn't be delivered.");
  void vscode.window.showInformationMessage(text);
}

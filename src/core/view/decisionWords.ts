import type { Run } from '../run/run.ts';
import type { DecisionSource, RunDecision } from '../run/runDecision.ts';
import { headOf } from '../run/runDecision.ts';
import { toastText } from '../text/foreignText.ts';
import { reasonWords } from './reasonWords.ts';

const sourceWords: Readonly<Record<DecisionSource, string>> = {
  idle: 'idle',
  signal: 'asked for you',
  dead: 'exited',
  error: 'error',
  gate: 'gate said no',
  approval: 'permission',
  question: 'question',
  plan: 'plan',
};

/** What a run waits for a person about, in a word or three. */
export function decisionWords({ source, trigger }: RunDecision): string {
  return trigger === 'start' ? 'not started' : sourceWords[source];
}

/** Which run, and which of its steps where it has several: `Run "feature" · build`. For messages. */
export function runName(run: Run): string {
  const step = run.steps.length > 1 ? run.steps[run.step] : undefined;
  return [`Run "${toastText(run.name, 60)}"`, ...(step ? [toastText(step.name, 60)] : [])].join(' · ');
}

/** What a run wants of a person, in a sentence for messages. */
export function decisionSentence(run: Run, decision: RunDecision): string {
  const { source, trigger } = decision;
  const said = headOf(decision).replace(/\.$/u, '');
  const line = toastText(said);
  const own = /^The agent (.*)$/u.exec(said)?.[1];
  const who = runName(run);
  if (trigger === 'start') {
    return `${who} could not be started: ${line}`;
  }
  const outcome = gateOutcome(decision);
  if (source === 'gate' && outcome) {
    const { head, how, last } = outcome;
    return `${who}: ${toastText(head)} (${toastText(how)})${last ? `: ${toastText(last, 100)}` : ''}`;
  }
  return own === undefined || source === 'signal'
    ? `${who}${source === 'signal' ? ' asks for you' : ''}: ${line}`
    : `${who} ${toastText(own)}`;
}

/** That a run failed, and why, in a sentence for messages. */
export function failureSentence(run: Run): string {
  return `${runName(run)} failed: ${toastText(reasonWords(run.reason))}`;
}

/**
 * What a gate said and which one that was, how it ended or why its yes was not given, and the last line it wrote; nothing
 * where no gate spoke, or it is not told.
 */
export function gateOutcome({ gate, context }: Pick<RunDecision, 'gate' | 'context'>) {
  // A command may have several lines.
  const head = `The gate said ${gate?.said ?? 'no'}: ${gate?.command}`;
  if (!gate || !context.startsWith(`${head}\n`)) {
    return undefined;
  }
  const [how = '', ...written] = context.slice(head.length + 1).split('\n');
  return { head, how, last: written.findLast((line) => line.trim()) };
}

/** What a gate said to what is asked, with how it ended and the last line it wrote. For messages. */
export function gateWords(decision: RunDecision): string {
  const { how, last } = gateOutcome(decision) ?? {};
  return `the gate said ${decision.gate?.said ?? 'no'}${how ? ` (${toastText(how)})` : ''}${last ? `: ${toastText(last, 100)}` : ''}`;
}

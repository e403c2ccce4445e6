import type { Run } from '../run/run.ts';
import type { DecisionSource, RunDecision } from '../run/runDecision.ts';
import { headOf } from '../run/runDecision.ts';
import { toastText } from './foreignText.ts';

const sourceWords: Readonly<Record<DecisionSource, string>> = {
  idle: 'idle',
  signal: 'asked for you',
  dead: 'ended',
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
  return own === undefined || source === 'signal'
    ? `${who}${source === 'signal' ? ' asks for you' : ''}: ${line}`
    : `${who} ${toastText(own)}`;
}

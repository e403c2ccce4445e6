import type { Question } from '../agent/state.ts';
import type { Run } from '../run/run.ts';
import type { RunDecision } from '../run/runDecision.ts';
import { headOf } from '../run/runDecision.ts';
import { clip } from '../text.ts';
import { plainText } from './plainText.ts';

/** What the agent of a run asks, as a listener tells of it. */
export interface RunAsk {
  /** In words that follow who asks: `wants to run: npm test`. */
  readonly asks?: string;
  readonly questions?: readonly Question[];
}

/**
 * How a run stands, in lines for a terminal: a sentence with what became of it or what it waits for, and in the latter
 * case how that is answered. `asked`: what its agent asks, where somebody tells.
 */
export function runLines(run: Run, asked: RunAsk = {}): readonly string[] {
  const step = run.steps[run.step];
  const name = plainText(run.steps.length > 1 && step ? `${run.name} · ${step.name}` : run.name);
  const { decision } = run;
  if (run.status === 'failed') {
    return [`${name} failed: ${plainText(run.reason ?? 'it is not known why')}`];
  }
  if (run.status === 'done') {
    return [`${plainText(run.name)} is done`];
  }
  if (!decision) {
    return [`${name} is running`];
  }
  // What is asked may end in words that look like ours, so ours have a line of their own.
  return [`${name} waits for you: ${waitsFor(decision, asked)}`, ...answerLines(run.id, decision, asked)];
}

function waitsFor(decision: RunDecision, { asks }: RunAsk): string {
  const agent = asks ? `The agent ${plainText(asks)}` : undefined;
  const gate = gateWords(decision);
  if (gate === undefined) {
    return agent ?? firstLine(decision);
  }
  return agent === undefined ? gate : `${gate}. ${agent}`;
}

/** More than fits on a few lines of a terminal; the whole is in the JSON. */
const longestHead = 1000;

function firstLine(decision: RunDecision): string {
  const head = plainText(headOf(decision));
  return head.length > longestHead ? `${clip(head, longestHead)}…` : head;
}

/** Which gate said no, with what code, and the last line it wrote. */
function gateWords(decision: RunDecision): string | undefined {
  const { gate, context, source } = decision;
  if (source !== 'gate') {
    return undefined;
  }
  // A command may have several lines.
  const head = `The gate said no: ${gate?.command}`;
  if (!context.startsWith(`${head}\n`)) {
    return firstLine(decision);
  }
  const [how = '', ...written] = context.slice(head.length + 1).split('\n');
  const last = written.map(plainText).findLast(Boolean);
  return `${plainText(head)} (${plainText(how)})${last === undefined ? '' : `: ${last}`}`;
}

function answerLines(id: string, { options }: RunDecision, { questions = [] }: RunAsk): readonly string[] {
  const choices = options.map(({ choice }) => choice);
  const others = choices.filter((choice) => choice !== 'answer').join('|');
  if (!choices.includes('answer')) {
    return [`Answer with: beckon decide ${id} ${others}`];
  }
  const own = options.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  const asked = questions.length > 0 ? questions : [{ question: '', options: own.map(labelled) }];
  const names = asked.map((_, at) => (asked.length > 1 ? `ANSWER${at + 1}` : 'ANSWER'));
  // Else an answer that begins with a dash would be taken for an option.
  const isDashed = asked.some((one) => one.options.some(({ label }) => plainText(label).startsWith('-')));
  const words = [...(isDashed ? ['--'] : []), ...names].join(' ');
  return [
    ...asked.map((one, at) => `${names[at]}${about(one, asked.length > 1)}: ${answers(one)}`),
    `Answer with: beckon decide ${id} answer ${words}${others ? `, or ${others}` : ''}`,
  ];
}

type Asked = Pick<Question, 'question' | 'options'> & Partial<Question>;

function labelled(label: string): { readonly label: string } {
  return { label };
}

/** Which of several questions it is, and whether it takes several answers. */
function about({ question, multiSelect = false }: Asked, isOfSeveral: boolean): string {
  const words = [...(isOfSeveral ? [plainText(question)] : []), ...(multiSelect ? ['any of these'] : [])];
  return words.length > 0 ? ` (${words.join(' · ')})` : '';
}

/** The answers as a shell takes them. */
function answers({ options }: Asked): string {
  const quoted = options.map(({ label }) => `'${plainText(label).replaceAll("'", "'\\''")}'`);
  return [...quoted, 'your own words'].join(' or ');
}

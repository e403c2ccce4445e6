import type { Question } from '../event/ask.ts';
import type { Run } from '../run/run.ts';
import type { Choice, RunDecision } from '../run/runDecision.ts';
import { headOf } from '../run/runDecision.ts';
import { clip } from '../text/clip.ts';
import { plainText } from '../text/plainText.ts';
import { gateOutcome } from './decisionWords.ts';
import { reasonWords } from './reasonWords.ts';
import { tryWords } from './stepState.ts';

/** What the agent of a run asks, as a listener tells of it. */
export interface RunAsk {
  /** In words that follow who asks: `wants to run: npm test`. */
  readonly asks?: string;
  readonly questions?: readonly Question[];
  /** Whether a request waits for the answer; where none does, only the agent's own terminal takes one. */
  readonly held?: boolean;
}

/** What is known of a run besides what it says itself. */
export interface RunNews extends RunAsk {
  /** Whether somebody supervises it now. */
  readonly supervised?: boolean;
  /** What time it is, to say how long something is away. */
  readonly now?: number;
}

const unsupervised = 'Nothing supervises it right now. A VS Code window with its folder will.';

function cancelWords(id: string): string {
  return `End it with: beckon decide ${id} cancel`;
}

/**
 * How a run stands, in lines for a terminal: a sentence with what became of it or what it waits for, and in the latter
 * case how that is answered. `news`: what its agent asks, where somebody tells, and whether anybody is there to answer.
 */
export function runLines(run: Run, news: RunNews = {}): readonly string[] {
  const step = run.steps[run.step];
  const name = plainText(run.steps.length > 1 && step ? `${run.name} · ${step.name}` : run.name);
  const { decision } = run;
  if (run.status === 'failed') {
    return [`${name} failed: ${plainText(reasonWords(run.reason))}`];
  }
  if (run.status === 'done') {
    return [`${plainText(run.name)} is done`];
  }
  const { supervised = true, now } = news;
  // Nobody tries anything where nobody is there.
  const tries = supervised && now !== undefined ? tryWords(run, now) : undefined;
  const head = `${name} ${decision ? `waits for you: ${waitsFor(decision, news)}` : (tries ?? goesOn(run))}`;
  if (!supervised) {
    return [head, unsupervised, cancelWords(run.id)];
  }
  // What is asked may end in words that look like ours, so ours have a line of their own.
  return [head, ...(decision ? answerLines(run.id, decision, news) : [])];
}

/** The agent of a next step has the terminal only when that of the last one has left it. */
function goesOn({ pending }: Run): string {
  return pending?.kind === 'start' && pending.startedAt === undefined ? 'is starting' : 'is running';
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

/** Which gate said what, with what code, and the last line it wrote. */
function gateWords(decision: RunDecision): string | undefined {
  const outcome = gateOutcome(decision);
  if (!outcome) {
    return decision.source === 'gate' ? firstLine(decision) : undefined;
  }
  const { head, how, last } = outcome;
  return `${plainText(head)} (${plainText(how)})${last === undefined ? '' : `: ${plainText(last)}`}`;
}

/** What can only be said to a request that waits. */
const answering: readonly Choice[] = ['approve', 'deny', 'answer'];

function answerLines(
  id: string,
  { options }: RunDecision,
  { questions = [], held }: RunAsk,
): readonly string[] {
  const choices = options.map(({ choice }) => choice);
  if (held === false) {
    const left = choices.filter((choice) => !answering.includes(choice)).join('|');
    return [`Answer in the agent's own terminal, or with: beckon decide ${id} ${left}`];
  }
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

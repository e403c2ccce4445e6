import { isNamed } from '../agent/prompts.ts';
import type { Prompt } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { Run } from '../run/run.ts';
import type { Choice, Option, RunDecision } from '../run/runDecision.ts';
import { besidesHead } from '../run/runDecision.ts';
import { toastText } from '../text/foreignText.ts';
import { honestText } from '../text/plainText.ts';
import { isReadable, titleLength } from './ask/titleText.ts';
import { askText } from './askText.ts';
import { decisionSentence, gateOutcome, gateWords, runName } from './decisionWords.ts';

type Agents = AgentsState['agents'];

/** What a run waits for a person about, in words for a quick pick. */
export interface DecisionAsk {
  /** Which run, and what it is about, in a sentence. */
  readonly title: string;
  /** What its agent asks, as in the title; missing where nobody asks, or it is not known here. */
  readonly asks: string | undefined;
  /** What there is to know besides. */
  readonly more: string;
  /** The prompt of its agent, where that is known here. */
  readonly prompt: Prompt | undefined;
  /** A person left that to the agent's own terminal: only there it can be answered. */
  readonly isLeft: boolean;
  /** What can be chosen now. */
  readonly options: readonly Option[];
  /** What there is to read in full besides what is asked: all that the gate said. */
  readonly besides: string | undefined;
  /** What the agent says of one of the answers that it offers. */
  readonly about: (option: Option) => string | undefined;
}

/** That nothing but the agent's own terminal takes an answer, in a sentence. */
export const answeredThere = "It can only be answered in the agent's terminal.";

/** What can be said to a prompt only from here: its gate too would answer it. */
const answering: ReadonlySet<Choice> = new Set(['approve', 'deny', 'answer', 'retry']);

/**
 * What a run waits for, as it is shown to whoever decides. What its agent asks is in no file: it is read off the prompt
 * that stands.
 */
export function decisionAsk(run: Run, decision: RunDecision, agents: Agents): DecisionAsk {
  const { prompt, cwd } = askedOf(decision, agents);
  if (!prompt) {
    const more = toastText(contextBelow(decision), 200);
    const { options } = decision;
    const known = { asks: undefined, prompt, isLeft: false, options, besides: undefined };
    return { title: decisionSentence(run, decision), ...known, more, about: () => undefined };
  }
  const isLeft = prompt.escalatedAt !== undefined;
  const gate = decision.gate ? gateWords(decision).replace(/^the/u, 'The') : '';
  // What is longer, as every plan, is approved where it is read.
  const isApproved = prompt.kind === 'permission' && isReadable(prompt, cwd);
  const asks = questionWords(prompt) ?? askText(prompt, cwd, titleLength);
  return {
    title: `${runName(run)} ${asks}`,
    asks,
    more: [isLeft ? answeredThere : '', gate].filter(Boolean).join(' '),
    prompt,
    isLeft,
    options: decision.options.filter(
      ({ choice }) => !(isLeft && answering.has(choice)) && (isApproved || choice !== 'approve'),
    ),
    besides: decision.gate && honestText(decision.context),
    about: ({ answer }) => descriptionOf(prompt, answer),
  };
}

/** The prompt that a run waits about, also one that was left to the terminal, and where it is asked. */
function askedOf(
  { prompt: id }: RunDecision,
  agents: Agents,
): { readonly prompt?: Prompt; readonly cwd?: string } {
  for (const { prompts, facts, parent } of id === undefined ? [] : agents.values()) {
    const prompt = prompts.find((one) => isNamed(one, id ?? ''));
    const cwd = facts.cwd ?? agents.get(parent ?? '')?.facts.cwd;
    if (prompt) {
      return { prompt, ...(cwd === undefined ? {} : { cwd }) };
    }
  }
  return {};
}

/** All that is asked in questions: `asks: [Store] Which store? · How big?` */
function questionWords({ kind, questions = [] }: Prompt): string | undefined {
  const lines = questions.map(({ header, question }) => `${header ? `[${header}] ` : ''}${question}`);
  const most = Math.floor(titleLength / lines.length);
  return kind === 'question' && lines.length > 0
    ? `asks: ${lines.map((line) => toastText(line, most)).join(' · ')}`
    : undefined;
}

function descriptionOf({ questions = [] }: Prompt, answer: string | undefined): string | undefined {
  const [question, ...others] = questions;
  const option = others.length > 0 ? undefined : question?.options.find(({ label }) => label === answer);
  return option?.description ? toastText(option.description, 200) : undefined;
}

/** What there is to know besides the first line, which the title has; a gate may have several lines. */
function contextBelow(decision: RunDecision): string {
  const { head } = gateOutcome(decision) ?? {};
  return head === undefined ? besidesHead(decision) : decision.context.slice(head.length).trim();
}

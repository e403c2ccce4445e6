import type { Agent } from '../agent/agent.ts';
import type { Prompt } from '../agent/state.ts';
import type { AgentError } from '../event/errorClass.ts';
import { keptMessage } from '../event/keptMessage.ts';
import type { Trigger } from './policy.ts';

/** What a run waits for a person about. */
export type DecisionSource = 'idle' | 'signal' | 'dead' | 'error' | 'gate' | 'approval' | 'question' | 'plan';

/** What a person can say to a run that waits. */
export type Choice =
  | 'nudge'
  | 'done'
  | 'retry'
  | 'skip'
  | 'approve'
  | 'deny'
  | 'answer'
  | 'cancel'
  | 'dismiss';

/** One thing a person can choose. */
export interface Option {
  readonly choice: Choice;
  readonly label: string;
  readonly recommended?: true;
  /** The text that goes with the answer of a question. */
  readonly answer?: string;
}

/** A gate that runs: the command that decides, and about what. */
export interface Gate {
  readonly id: string;
  readonly trigger: Trigger;
  readonly command: string;
  readonly timeoutMs: number;
  /** The prompt it decides about. */
  readonly prompt?: string;
  /** The name under which it counts as an attempt, where it does. */
  readonly key?: string;
  /** It is over and said yes, which could not be given: no request of the prompt waits where it could be answered. */
  readonly said?: 'yes';
}

/** A prompt whose turn has not come, because the run waits about something else. */
export interface LaterPrompt {
  readonly prompt: string;
  /** Why nobody but a person answers it; else the rule about prompts says what is done. */
  readonly refusal?: string;
  /** The gate that said no to it, or a yes that could not be given. */
  readonly gate?: Gate;
}

/** That the agent asked for a person itself, in the meantime. */
export interface LaterSignal {
  readonly context: string;
}

/** What has its turn when the run does not wait about something else any more. */
export type Later = LaterPrompt | LaterSignal;

/** What a run waits for. One about a prompt of the agent ends with that prompt. */
export interface RunDecision {
  readonly id: string;
  readonly source: DecisionSource;
  /** What made the run ask: `idle`, `exit`, `prompt:question`, `idle:exhausted`, an error. */
  readonly trigger: string;
  readonly openedAt: number;
  /** What a person has to know, with the agent's own words: hostile when shown, private when logged. */
  readonly context: string;
  readonly options: readonly Option[];
  readonly prompt?: string;
  /** The gate that said no, to be run again; or a yes that could not be given. */
  readonly gate?: Gate;
  /** The person wants to hear no more of it; the run waits on. */
  readonly dismissed?: true;
}

const cancel: Option = { choice: 'cancel', label: 'Cancel' };
const dismiss: Option = { choice: 'dismiss', label: 'Dismiss' };

/** What can be chosen about each source, in this order. */
const optionsOf: Readonly<Record<Exclude<DecisionSource, 'question'>, readonly Option[]>> = {
  idle: [
    { choice: 'nudge', label: 'Nudge', recommended: true },
    { choice: 'done', label: 'Done' },
    cancel,
    dismiss,
  ],
  signal: [
    { choice: 'nudge', label: 'Nudge', recommended: true },
    { choice: 'done', label: 'Done' },
    cancel,
    dismiss,
  ],
  dead: [
    { choice: 'retry', label: 'Retry', recommended: true },
    { choice: 'skip', label: 'Skip' },
    cancel,
    dismiss,
  ],
  error: [
    { choice: 'retry', label: 'Retry', recommended: true },
    { choice: 'skip', label: 'Skip' },
    cancel,
    dismiss,
  ],
  gate: [{ choice: 'retry', label: 'Retry', recommended: true }, { choice: 'skip', label: 'Skip' }, cancel],
  approval: [{ choice: 'approve', label: 'Approve' }, { choice: 'deny', label: 'Deny' }, cancel, dismiss],
  plan: [
    { choice: 'approve', label: 'Accept', recommended: true },
    { choice: 'deny', label: 'Revise' },
    cancel,
  ],
};

/**
 * The options about a source; a question brings its own, where it is a single one that takes one answer. Several are
 * answered together, and one option could only be the answer of one of them, or one of several answers.
 */
export function optionsAbout(source: DecisionSource, prompt?: Prompt): readonly Option[] {
  const replies: readonly string[] | undefined = prompt?.replies;
  return allAbout(source, prompt).filter(
    ({ choice }) => !replies || !answering.has(choice) || replies.includes(choice),
  );
}

/** What is said to the prompt of its agent. */
const answering: ReadonlySet<Choice> = new Set(['approve', 'deny', 'answer']);

function allAbout(source: DecisionSource, prompt?: Prompt): readonly Option[] {
  if (source === 'gate' && prompt) {
    const [retry] = optionsOf.gate;
    return [...(retry ? [retry] : []), ...optionsOf.approval.filter(({ choice }) => choice !== 'dismiss')];
  }
  if (source !== 'question') {
    return optionsOf[source];
  }
  const [question, ...more] = prompt?.questions ?? [];
  const isSingle = more.length === 0 && !question?.multiSelect;
  const own = question && isSingle ? question.options : [];
  return [
    ...own.map(({ label }): Option => ({ choice: 'answer', label, answer: label })),
    { choice: 'answer', label: isSingle ? 'Other' : 'Answer' },
    cancel,
    dismiss,
  ];
}

/** The source of a prompt. */
export function promptSource({ kind }: Prompt): DecisionSource {
  const sources = {
    permission: 'approval',
    question: 'question',
    plan_approval: 'plan',
    other: 'approval',
  } as const;
  return sources[kind];
}

/** What made the run ask, where that was a prompt. */
export function promptTrigger({ kind }: Pick<Prompt, 'kind'>): string {
  return kind === 'permission' ? 'prompt' : `prompt:${kind}`;
}

const promptHeads: Readonly<Record<Prompt['kind'], string>> = {
  permission: 'The agent asks for permission.',
  question: 'The agent asks a question.',
  plan_approval: 'The agent has a plan.',
  other: 'The agent needs input.',
};

/** That something is asked. What that is stays out: a decision is kept in a file, and the prompt itself tells. */
export function promptHead({ kind }: Prompt): string {
  return promptHeads[kind];
}

/** A decision with what is known of its prompt by now: a notice says less than the request that follows. */
export function aboutPrompt(decision: RunDecision, prompt: Prompt): RunDecision {
  const source = promptSource(prompt);
  const options = optionsAbout(source, prompt);
  const isGate = decision.source === 'gate' && prompt.kind === 'permission';
  const isSame =
    decision.options.length === options.length &&
    options.every(({ label }, at) => label === decision.options[at]?.label);
  if (isGate || (decision.source === source && isSame)) {
    return decision;
  }
  const { gate: _, context, ...rest } = decision;
  const before = Object.values(promptHeads).find((head) => context.startsWith(head)) ?? '';
  const now = before && `${promptHead(prompt)}${context.slice(before.length)}`;
  return { ...rest, source, options, trigger: promptTrigger(prompt), context: now || context };
}

/** What an error was, in words that a full stop can follow. */
export function errorWords({ class: kind, message }: AgentError): string {
  return message ? `${kind} - ${message}`.replace(/[.\s]+$/u, '') : kind;
}

/** A first line, and the last words of the agent below it. */
export function contextOf(line: string, agent: Agent | undefined): string {
  const said = agent?.facts.lastMessage?.trim();
  return said ? `${line}${lastMessageHead}${keptMessage(said)}` : line;
}

const lastMessageHead = '\n\n--- Last message of the agent ---\n';

/** What a decision tells besides its first line, without the line that stands above the words of the agent. */
export function besidesHead({ context }: Pick<RunDecision, 'context'>): string {
  return context.replace(lastMessageHead, '\n').split('\n').slice(1).join('\n').trim();
}

/** What a decision is about, on one line: all an agent wrote that asks for a person, of others the first line. */
export function headOf({ source, context }: Pick<RunDecision, 'source' | 'context'>): string {
  const [own = ''] = source === 'signal' ? context.split(lastMessageHead) : context.split('\n');
  return own.replaceAll(/\s+/gu, ' ').trim();
}

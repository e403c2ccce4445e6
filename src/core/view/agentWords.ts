import type { Agent } from '../agent/agent.ts';
import { isEscalated } from '../agent/agent.ts';
import type { AgentState, Prompt } from '../agent/state.ts';
import { mcpReason } from '../event/ask.ts';
import type { RunDecision } from '../run/runDecision.ts';
import { clip } from '../text/clip.ts';
import { toastText } from '../text/foreignText.ts';
import { plainText } from '../text/plainText.ts';
import { decisionWords } from './decisionWords.ts';
import { programName } from './programNames.ts';

const labelLength = 60;

/** What the words for an agent depend on besides its state. */
export interface Regard {
  /** What its run needs a person for. */
  readonly appeal?: RunDecision | undefined;
  /** It has finished a turn that nobody has looked at. */
  readonly isDone?: boolean;
}

const doneWords = ['done', 'unseen'];

/** The state of an agent in words: the state itself, where it is to be answered if not here, and what it is about. */
export function stateWords(agent: Agent, { appeal, isDone = false }: Regard = {}): readonly string[] {
  if (appeal) {
    return ['needs you', decisionWords(appeal)];
  }
  if (isDone) {
    return doneWords;
  }
  const escalated = isEscalated(agent) ? 'in the terminal' : '';
  return [stateWord(agent.state), escalated, stateDetail(agent.state)].filter(Boolean);
}

/** The same for a row, without what its icon and the row of what it asks say. */
export function rowWords(agent: Agent, { appeal, isDone = false }: Regard = {}): readonly string[] {
  const { state } = agent;
  if (appeal) {
    return [decisionWords(appeal)];
  }
  if (isDone) {
    return doneWords;
  }
  if (state.kind === 'prompting') {
    return [];
  }
  const word = state.kind === 'working' ? '' : stateWord(state);
  return [word, stateDetail(state)].filter(Boolean);
}

/** What an agent is called: its title, what it was first asked, its kind, or the start of its session id. */
export function agentLabel(agent: Agent): string {
  const { title, firstPrompt } = agent.facts;
  const program = programName(agent);
  const names = [title, firstPrompt, agent.childType, `${program} ${agent.session.slice(0, 8)}`];
  // A name that is invisible once it is made harmless is none.
  const [label = ''] = names.map((name) => plainText(name ?? '')).filter(Boolean);
  return label.length > labelLength ? `${clip(label, labelLength - 1)}…` : label;
}

/** The word for a state. */
export function stateWord(state: AgentState): string {
  switch (state.kind) {
    case 'prompting':
      return 'needs you';
    case 'failed':
      return 'failed';
    case 'working':
      return 'working';
    case 'idle':
      return 'idle';
    case 'exited':
      return 'died';
    case 'gone':
      return 'gone';
  }
}

/** What a state is about, in a few words. */
export function stateDetail(state: AgentState): string {
  switch (state.kind) {
    case 'prompting':
      return promptDetail(state.prompt);
    case 'failed':
      return state.error.class.replaceAll('_', ' ');
    case 'working':
      return plainText(state.detail ?? '');
    case 'exited':
      return state.code === undefined ? '' : `exit ${state.code}`;
    case 'idle':
    case 'gone':
      return '';
  }
}

function promptDetail(prompt: Prompt): string {
  const [first] = prompt.questions ?? [];
  const asked = first?.question ?? (prompt.kind === 'permission' ? commandOf(prompt.input) : undefined);
  const tool = askedFor(prompt);
  return plainText(toastText([tool, asked].filter(Boolean).join(' '), 120));
}

function askedFor(prompt: Prompt): string {
  switch (prompt.kind) {
    case 'permission':
      return prompt.tool ?? prompt.reason;
    case 'question':
      return 'question';
    case 'plan_approval':
      return 'plan';
    case 'other':
      return inputWords(prompt);
  }
}

/** What a prompt of no other kind wants: input, or that of an MCP server. */
export function inputWords({ reason }: Pick<Prompt, 'reason'>): string {
  return reason === mcpReason ? reason : 'input';
}

/** The one field of a tool's input that tells a person what it is about. */
function commandOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) {
    return undefined;
  }
  const fields = input as Record<string, unknown>;
  const named = ['command', 'file_path', 'notebook_path', 'url', 'query', 'pattern']
    .map((key) => fields[key])
    .find((value) => typeof value === 'string');
  return named ?? (Object.keys(fields).length > 0 ? JSON.stringify(fields) : undefined);
}

import type { Agent } from '../agent/agent.ts';
import { agentUrgency, isStale } from '../agent/agent.ts';
import type { AgentState, Prompt, Urgency } from '../agent/state.ts';
import { clip } from '../text.ts';
import { durationText } from './durationText.ts';
import { plainText } from './plainText.ts';
import { programName } from './programNames.ts';

/** A codicon and, where the state wants a look, the theme colour that stresses it. */
export interface RowIcon {
  readonly id: string;
  readonly color?: string;
}

/** One row of the tree, as plain data. */
export interface AgentRow {
  readonly id: string;
  readonly parent?: string;
  readonly label: string;
  /** The state in words, what it is about, and for how long: never told by colour alone. */
  readonly description: string;
  readonly tooltip: string;
  readonly icon: RowIcon;
  readonly urgency: Urgency;
  readonly children: readonly AgentRow[];
}

const labelLength = 60;
const warning = 'list.warningForeground';

/** The row of one agent at `now`, with the rows of its subagents. */
export function agentRow(agent: Agent, children: readonly AgentRow[], now: number): AgentRow {
  const label = agentLabel(agent);
  const words = [stateWord(agent.state), stateDetail(agent.state)].filter(Boolean);
  const stale = isStale(agent, now) ? 'Nothing heard for more than 8 hours.' : '';
  return {
    id: agent.id,
    ...(agent.parent === undefined ? {} : { parent: agent.parent }),
    label,
    description: [...words, durationText(now - agent.since)].join(' · '),
    tooltip: [label, words.join(' · '), agent.facts.model, agent.facts.cwd, stale]
      .flatMap((line) => (line ? [plainText(line)] : []))
      .join('\n'),
    icon: stateIcon(agent.state),
    urgency: agentUrgency(agent),
    children,
  };
}

/** What an agent is called: its title, what it was first asked, its kind, or the start of its session id. */
export function agentLabel(agent: Agent): string {
  const { title, firstPrompt } = agent.facts;
  const program = programName(agent.program);
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
  const asked = first?.question ?? commandOf(prompt.input);
  const tool = prompt.kind === 'permission' ? (prompt.tool ?? prompt.reason) : promptWords[prompt.kind];
  return clip(plainText([tool, asked].filter(Boolean).join(' ')), 120);
}

const promptWords: Readonly<Record<Exclude<Prompt['kind'], 'permission'>, string>> = {
  question: 'question',
  plan_approval: 'plan',
  other: 'input',
};

/** The one field of a tool's input that tells a person what it is about. */
function commandOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) {
    return undefined;
  }
  const fields = input as Record<string, unknown>;
  return ['command', 'file_path', 'url', 'pattern']
    .map((key) => fields[key])
    .find((value) => typeof value === 'string');
}

function stateIcon(state: AgentState): RowIcon {
  switch (state.kind) {
    case 'prompting': {
      const icons = {
        permission: 'bell-dot',
        question: 'question',
        plan_approval: 'checklist',
        other: 'bell-dot',
      };
      return { id: icons[state.prompt.kind], color: warning };
    }
    case 'failed':
      return { id: 'error', color: 'list.errorForeground' };
    case 'working':
      return { id: 'loading~spin' };
    case 'idle':
      return { id: 'circle-outline', color: 'disabledForeground' };
    case 'exited':
    case 'gone':
      return { id: 'debug-disconnect' };
  }
}

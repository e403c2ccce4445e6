import type { Agent } from '../agent/agent.ts';
import { agentUrgency } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Urgency } from '../agent/state.ts';
import { urgencies } from '../agent/state.ts';
import { decisionsOf } from '../decision/decision.ts';
import { clip } from '../text.ts';
import { agentLine, agentsWithin } from './agentLine.ts';
import { agentLabel, stateDetail, stateWord } from './agentRow.ts';
import { durationText } from './durationText.ts';
import { plainText } from './plainText.ts';
import { statusBarView } from './statusBarView.ts';

/** One line of the table in a terminal, and how much it wants a person: never told by colour alone. */
export interface TableLine {
  readonly text: string;
  readonly urgency?: Urgency;
}

const marks: Readonly<Record<Urgency, string>> = { attention: '!', working: '~', idle: 'o', ended: 'x' };
const labelWidth = 28;

/** What a terminal of `columns` shows of the agents of some folders, most urgent first, subagents below their conversation. */
export function agentTable(
  state: AgentsState,
  { now, columns, folders }: { now: number; columns: number; folders: readonly string[] },
): readonly TableLine[] {
  const shown = agentsWithin(state, folders);
  const seen: AgentsState = { ...state, agents: new Map(shown.map((agent) => [agent.id, agent])) };
  const roots = shown.filter(({ parent }) => parent === undefined).sort(byUrgency);
  const lines = roots.flatMap((root) => [
    ...agentLines(root, 0),
    ...shown.filter(({ parent }) => parent === root.id).flatMap((child) => agentLines(child, 1)),
  ]);
  const words = statusBarView(seen).words;
  return [{ text: words }, ...lines].map((line) => ({ ...line, text: fitted(line.text, columns) }));

  function agentLines(agent: Agent, depth: number): readonly TableLine[] {
    const urgency = agentUrgency(agent);
    const indent = '  '.repeat(depth + 1);
    const label = fitted(agentLabel(agent), labelWidth - 2 * depth).padEnd(labelWidth - 2 * depth);
    const words = [stateWord(agent.state), stateDetail(agent.state), durationText(now - agent.since)];
    const cwd = depth === 0 ? `  ${plainText(agentLine(agent, state).cwd)}` : '';
    const text = `${indent}${marks[urgency]} ${label}  ${words.filter(Boolean).join(' · ')}${cwd}`;
    const decisions = decisionsOf(agent).map(({ id }) => ({
      text: `${indent}    beckon decide ${plainText(id)} approve | deny | escalate`,
    }));
    return [{ text, urgency }, ...decisions];
  }
}

function fitted(text: string, columns: number): string {
  return text.length > columns ? `${clip(text, Math.max(1, columns - 1))}…` : text;
}

function byUrgency(a: Agent, b: Agent): number {
  return urgencies.indexOf(agentUrgency(a)) - urgencies.indexOf(agentUrgency(b));
}

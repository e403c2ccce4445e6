import type { Agent } from '../agent/agent.ts';
import { agentUrgency } from '../agent/agent.ts';
import { repliesTo } from '../agent/replies.ts';
import type { Prompt, Urgency } from '../agent/state.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Reply } from '../event/reply.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { fittedText, paddedText } from '../text/cellWidth.ts';
import { durationText } from '../text/durationText.ts';
import { plainText } from '../text/plainText.ts';
import { agentsWithin, folderOf } from './agentLine.ts';
import { agentLabel, stateDetail, stateWord } from './agentWords.ts';
import { placeWords } from './ask/timeLeft.ts';
import { familyOrder } from './familyUrgency.ts';
import { hasSeveralPrograms } from './rows/hasSeveralPrograms.ts';
import { statusBarView } from './statusBarView.ts';

/** One line of the table in a terminal, and how much it wants a person: never told by colour alone. */
export interface TableLine {
  readonly text: string;
  readonly urgency?: Urgency;
}

const marks: Readonly<Record<Urgency, string>> = { attention: '!', working: '~', idle: 'o', ended: 'x' };
const labelWidth = 28;
const shortest = 8;

/** How a table is looked at. */
export interface TableView {
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
  /** Only the agents of these; of all where none is named. */
  readonly folders: readonly string[];
  /** Whether a request can be answered; how to is shown only then. */
  readonly isHeld: (requestId: string | undefined) => boolean;
}

/** What a terminal shows of the agents of some folders, most urgent first, subagents below their conversation. */
export function agentTable(
  state: AgentsState,
  { now, columns, rows, folders, isHeld }: TableView,
): readonly TableLine[] {
  const shown = agentsWithin(state, folders);
  const seen: AgentsState = { ...state, agents: new Map(shown.map((agent) => [agent.id, agent])) };
  const pending = shown.flatMap((agent) => decisionsOf(agent).map(({ id }) => id));
  // What needs a person must never be cut off, also where it is a subagent.
  const { sorted } = familyOrder(shown, state.runs);
  const roots = sorted(shown.filter(({ parent }) => parent === undefined));
  const isMixed = hasSeveralPrograms(shown);
  const lines = roots.flatMap((root) => [
    ...agentLines(root, 0),
    ...shown.filter(({ parent }) => parent === root.id).flatMap((child) => agentLines(child, 1)),
  ]);
  const words = statusBarView(seen).words;
  const all = [{ text: words }, ...lines];
  const cut =
    all.length > rows
      ? [...all.slice(0, rows - 1), { text: `  … ${all.length - rows + 1} more lines` }]
      : all;
  return cut.map((line) => ({ ...line, text: fittedText(line.text, columns) }));

  function agentLines(agent: Agent, depth: number): readonly TableLine[] {
    const urgency = agentUrgency(agent);
    const indent = '  '.repeat(depth + 1);
    const label = paddedText(agentLabel(agent), labelWidth - 2 * depth);
    const words = [stateWord(agent.state), stateDetail(agent.state), durationText(now - agent.since)];
    const folder = depth === 0 ? `  ${lastPart(plainText(folderOf(agent, state)))}` : '';
    const program = depth === 0 && isMixed ? `  ${plainText(agent.program)}` : '';
    const text = `${indent}${marks[urgency]} ${label}  ${words.filter(Boolean).join(' · ')}${folder}${program}`;
    const held = decisionsOf(agent).filter(({ prompt }) => isHeld(prompt.requestId));
    const hints = held.map(({ id, prompt }) => {
      const verbs = [...verbsOf(prompt), 'escalate'].join(' | ');
      const left = placeWords(prompt, now);
      return {
        text: `${indent}    beckon decide ${shortId(id, pending)} ${verbs}${left && `  (${left})`}`,
      };
    });
    return [{ text, urgency }, ...hints];
  }
}

/** What can be said to a prompt, as the command line takes it. */
function verbsOf(prompt: Prompt): readonly string[] {
  const offers = repliesTo(prompt);
  const verbs: readonly (readonly [Reply, string])[] = [
    ['answer', 'answer …'],
    ['approve', 'approve'],
    ['deny', 'deny'],
  ];
  return verbs.flatMap(([reply, verb]) => (offers.includes(reply) ? [verb] : []));
}

/** The start of an id that is enough to name it among the others. */
function shortId(id: string, others: readonly string[]): string {
  const lengths = Array.from({ length: id.length }, (_, index) => index + 1).slice(shortest - 1);
  const length = lengths.find(
    (size) => others.filter((other) => other.startsWith(id.slice(0, size))).length < 2,
  );
  return plainText(id.slice(0, length ?? id.length));
}

function lastPart(path: string): string {
  return path.split(/[/\\]/u).filter(Boolean).at(-1) ?? path;
}

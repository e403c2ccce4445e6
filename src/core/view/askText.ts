import type { Agent } from '../agent/agent.ts';
import type { Prompt } from '../agent/state.ts';
import type { Decision } from '../decision/decision.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { toastText } from '../text/foreignText.ts';
import { agentName } from './agentName.ts';
import { inputWords } from './agentWords.ts';
import { askLine, planHeading } from './ask/askLine.ts';
import { permissionWords } from './ask/permissionWords.ts';
import { decisionSentence, failureSentence, gateWords } from './decisionWords.ts';
import type { Namesakes } from './notify/namesakes.ts';
import type { Occurrence } from './occurrences.ts';
import type { Place } from './place.ts';
import { placeLabel } from './place.ts';

/** Finds the place of a folder. */
export type PlaceOf = (folder: string | undefined) => Place | undefined;

type Agents = AgentsState['agents'];

/** Where agents work, and who else is called as they are. */
export interface SentenceParts {
  readonly placeOf: PlaceOf;
  readonly namesakes: Pick<Namesakes, 'of'>;
}

interface Among extends SentenceParts {
  readonly agents: Agents;
}

/** How much of an agent's own words a message has. */
const toastLength = 150;

/** What a person is told of an occurrence, in a sentence: who, where, and what it is about. */
export function occurrenceText(
  { agent: id, kind, decision, appeal, failedRun }: Occurrence,
  { agents, runs }: AgentsState,
  parts: SentenceParts,
): string {
  if (appeal) {
    return decisionSentence(appeal.run, appeal.decision);
  }
  if (failedRun) {
    return failureSentence(failedRun);
  }
  const agent = agents.get(id);
  if (!agent) {
    return '';
  }
  const among = { agents, ...parts };
  if (decision) {
    const sentence = askSentence(agent, decision.prompt, among);
    const about = [...runs.values()].find((run) => run.decision?.prompt === decision.id)?.decision;
    return about?.source === 'gate' || about?.gate ? `${sentence} · ${gateWords(about)}` : sentence;
  }
  const { state, facts } = agent;
  const said = (words: string) => sentenceOf(agent, words, among);
  switch (kind) {
    case 'failed':
      return said(state.kind === 'failed' ? `failed: ${failure(state.error)}` : 'failed');
    case 'died':
      return said(state.kind === 'exited' && state.code !== undefined ? `died: exit ${state.code}` : 'died');
    case 'permission':
    case 'question':
    case 'plan':
    case 'idle':
    case 'run':
      return said(facts.lastMessage ? `is done: ${toastText(facts.lastMessage)}` : 'is done');
  }
}

/** Who asks what and where, in a sentence: `Fix login wants to run: npm test (api · main)`. */
export function askSentence(
  agent: Agent,
  prompt: Prompt,
  { max = toastLength, ...among }: Among & { readonly max?: number },
): string {
  const words = askText(prompt, rootFolder(agent, among), max);
  return sentenceOf(agent, words, among);
}

/** Whether the sentence does not say all that is asked. */
export function isAskCut({ agent: id, prompt }: Decision, agents: Agents): boolean {
  const agent = agents.get(id);
  return !askLine(prompt, agent && folderOf(agent, agents), toastLength).isWhole;
}

/** The folder that the files of an agent are named from. */
function rootFolder(agent: Agent, { agents, placeOf }: Among): string | undefined {
  const folder = folderOf(agent, agents);
  return placeOf(folder)?.root ?? folder;
}

function folderOf(agent: Agent, agents: Agents): string | undefined {
  return agent.facts.cwd ?? rootOf(agent, agents).facts.cwd;
}

function sentenceOf(agent: Agent, words: string, among: Among): string {
  const place = among.placeOf(folderOf(agent, among.agents));
  const where = place ? ` (${toastText(placeLabel(place), 60)})` : '';
  return `${whoText(agent, among)} ${words}${where}`;
}

/** What an agent is called, with its kind where it is a subagent: `Fix login › Explore`. */
function whoText(agent: Agent, among: Among): string {
  const root = rootOf(agent, among.agents);
  const placeIn = (one: Agent) => among.placeOf(folderOf(one, among.agents))?.root;
  // Two that began with the same words are told apart by their ids, as Copy ID gives them.
  const hasTwin = among.namesakes.of(root).some((one) => placeIn(one) === placeIn(root));
  const mark = hasTwin ? ` [${toastText(root.session.slice(0, 8), 8)}]` : '';
  const kind = agent.parent === undefined ? '' : ` › ${toastText(agent.childType ?? 'subagent', 60)}`;
  return `${agentName(root)}${mark}${kind}`;
}

function rootOf(agent: Agent, agents: Agents): Agent {
  return agents.get(agent.parent ?? '') ?? agent;
}

/**
 * What is asked, in words that follow the name of who asks; a file in its folder is named from there. The agent's own
 * words are cut to `max` characters, and hold nothing that a message would make a link of.
 */
export function askText(prompt: Prompt, root?: string, max?: number): string {
  const [first, ...more] = prompt.questions ?? [];
  switch (prompt.kind) {
    case 'question':
      return first
        ? `asks: ${toastText(first.question, max)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`
        : 'asks a question';
    case 'plan_approval': {
      const heading = planHeading(prompt.plan);
      return heading ? `has a plan: ${toastText(heading, 100)}` : 'has a plan';
    }
    case 'other':
      return `needs ${inputWords(prompt)}${prompt.message ? `: ${toastText(prompt.message, max)}` : ''}`;
    case 'permission': {
      const { doing, text } = permissionWords(prompt, root, max);
      return [`wants to ${doing === 'run' ? 'run:' : doing}`, text].filter(Boolean).join(' ');
    }
  }
}

function failure({ class: kind, message }: { readonly class: string; readonly message?: string }): string {
  const words = kind === 'other' ? '' : kind.replaceAll('_', ' ');
  return words || toastText(message ?? 'an error');
}

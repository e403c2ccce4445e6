import type { Agent } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Prompt } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import type { Decision } from '../decision/decision.ts';
import { agentName } from './agentName.ts';
import { inputWords } from './agentWords.ts';
import { decisionSentence, failureSentence, gateWords } from './decisionWords.ts';
import { cutMark, toastText } from './foreignText.ts';
import type { Occurrence } from './occurrences.ts';
import type { Place } from './place.ts';
import { placeLabel } from './place.ts';
import { shortProgram } from './programNames.ts';

/** Finds the place of a folder. */
export type PlaceOf = (folder: string | undefined) => Place | undefined;

type Agents = AgentsState['agents'];

/** What a person is told of an occurrence, in a sentence: who, where, and what it is about. */
export function occurrenceText(
  { agent: id, kind, decision, appeal, failedRun }: Occurrence,
  { agents, runs }: AgentsState,
  placeOf: PlaceOf,
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
  if (decision) {
    const sentence = askSentence(agent, decision.prompt, agents, placeOf);
    const about = [...runs.values()].find((run) => run.decision?.prompt === decision.id)?.decision;
    return about?.source === 'gate' || about?.gate ? `${sentence} · ${gateWords(about)}` : sentence;
  }
  const who = whoText(agent, agents, placeOf);
  const { state, facts } = agent;
  switch (kind) {
    case 'failed':
      return state.kind === 'failed' ? `${who} failed: ${failure(state.error)}` : `${who} failed`;
    case 'died':
      return state.kind === 'exited' && state.code !== undefined
        ? `${who} died (exit ${state.code})`
        : `${who} died`;
    default:
      return facts.lastMessage ? `${who} is done: ${toastText(facts.lastMessage)}` : `${who} is done`;
  }
}

/** Who asks what, in a sentence. */
export function askSentence(agent: Agent, prompt: Prompt, agents: Agents, placeOf: PlaceOf): string {
  return `${whoText(agent, agents, placeOf)} ${askText(prompt, folderOf(agent, agents))}`;
}

/** Whether something in the middle of what is asked was left out of the sentence. */
export function isAskCut({ agent: id, prompt }: Decision, agents: Agents): boolean {
  const agent = agents.get(id);
  return askText(prompt, agent && folderOf(agent, agents)).includes(cutMark);
}

function folderOf(agent: Agent, agents: Agents): string | undefined {
  return agent.facts.cwd ?? rootOf(agent, agents).facts.cwd;
}

/**
 * Who it is, and where: `Claude · api · main`, with its kind where it is a subagent; and what it is called where
 * another one is at the same place.
 */
function whoText(agent: Agent, agents: Agents, placeOf: PlaceOf): string {
  const root = rootOf(agent, agents);
  const where = (one: Agent) => {
    const place = placeOf(folderOf(one, agents));
    return [shortProgram(one.program), place ? placeLabel(place) : ''].filter(Boolean);
  };
  const names = where(agent);
  const isTwin = (one: Agent) =>
    one.id !== root.id && !one.parent && !hasEnded(one.state) && where(one).join('\n') === names.join('\n');
  const twins = [...agents.values()].filter(isTwin);
  const isSame = twins.some((one) => agentName(one) === agentName(root));
  // Two that began with the same words are told apart by their ids, as Copy Id gives them.
  const mark = isSame ? [toastText(root.session.slice(0, 8), 8)] : [];
  const name = twins.length > 0 ? [`"${agentName(root)}"`, ...mark] : [];
  const kind = agent.parent === undefined ? [] : [toastText(agent.childType ?? 'subagent', 60)];
  return [...names.map((part) => toastText(part, 60)), ...name, ...kind].join(' · ');
}

function rootOf(agent: Agent, agents: Agents): Agent {
  return agents.get(agent.parent ?? '') ?? agent;
}

/**
 * What is asked, in words that follow the name of who asks; a file in its folder is named from there. The agent's own
 * words are cut to `max` characters, and hold nothing that a message would make a link of.
 */
export function askText(prompt: Prompt, cwd?: string, max?: number): string {
  const [first, ...more] = prompt.questions ?? [];
  switch (prompt.kind) {
    case 'question':
      return first
        ? `asks: ${toastText(first.question, max)}${more.length > 0 ? ` (and ${more.length} more)` : ''}`
        : 'asks a question';
    case 'plan_approval': {
      const lines = prompt.plan?.split('\n').map((line) => line.replace(/^[#\s*_=-]+/u, ''));
      const heading = lines?.find((line) => line.trim());
      return heading ? `has a plan: ${toastText(heading, 100)}` : 'has a plan';
    }
    case 'other':
      return `needs ${inputWords(prompt)}${prompt.message ? `: ${toastText(prompt.message, max)}` : ''}`;
    case 'permission':
      return permissionText(prompt, cwd, max);
  }
}

/** What a tool does, and which field of its input says to what. */
const doings: ReadonlyMap<string, readonly [doing: string, field: string]> = new Map([
  ['Bash', ['run', 'command']],
  ['PowerShell', ['run', 'command']],
  ['Edit', ['edit', 'file_path']],
  ['MultiEdit', ['edit', 'file_path']],
  ['NotebookEdit', ['edit', 'notebook_path']],
  ['Write', ['write', 'file_path']],
  ['Read', ['read', 'file_path']],
  ['WebFetch', ['fetch', 'url']],
  ['WebSearch', ['search for', 'query']],
]);

function permissionText({ tool, input, message }: Prompt, cwd?: string, max?: number): string {
  if (tool === undefined) {
    return message ? `asks for permission: ${toastText(message, max)}` : 'asks for permission';
  }
  const fields = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const [doing, field] = doings.get(tool) ?? [`use ${toastText(tool, 60)}`, ''];
  const about = [fields[field], ...['command', 'file_path', 'url', 'pattern'].map((key) => fields[key])];
  const named = about.find((value) => typeof value === 'string' && value !== '');
  // Of a tool nobody knows, everything it is given may matter.
  const whole = Object.keys(fields).length > 0 ? JSON.stringify(fields) : undefined;
  const subject = doings.has(tool) ? named : whole;
  return typeof subject === 'string'
    ? `wants to ${doing}: ${toastText(field.endsWith('_path') ? nearby(subject, cwd) : subject, max)}`
    : `wants to ${doings.has(tool) ? `use ${toastText(tool, 60)}` : doing}`;
}

/** A file as seen from the folder it is in; a command is never shortened, it would be another one. */
function nearby(file: string, cwd: string | undefined): string {
  return cwd && file.startsWith(`${cwd}/`) ? file.slice(cwd.length + 1) : file;
}

function failure({ class: kind, message }: { readonly class: string; readonly message?: string }): string {
  const words = kind === 'other' ? '' : kind.replaceAll('_', ' ');
  return words || toastText(message ?? 'an error');
}

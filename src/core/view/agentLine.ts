import type { Agent } from '../agent/agent.ts';
import { agentUrgency, isStale } from '../agent/agent.ts';
import { isNamed } from '../agent/prompts.ts';
import type { AgentState, Prompt, Urgency } from '../agent/state.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { HookRunEntry } from '../hookrun/hookRunEntry.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import { isWithin } from '../wire/ownerOf.ts';
import { agentLabel, stateDetail } from './agentWords.ts';

/** What the command line prints of an agent, as JSON. */
export interface AgentLine {
  readonly agent: string;
  readonly parent?: string;
  readonly state: AgentState['kind'];
  readonly urgency: Urgency;
  readonly detail?: string;
  readonly prompt?: { readonly type: Prompt['kind']; readonly tool?: string; readonly summary: string };
  /** The id of the decision that waits, where one does. */
  readonly decision?: string;
  readonly cwd: string;
  readonly title?: string;
  readonly model?: string;
  /** How full its context is, in tokens, and how many fit into it. */
  readonly context?: { readonly tokens: number; readonly limit?: number };
  /** What it cost so far, at list prices. */
  readonly costUsd?: number;
  /** Nothing was heard of it for 8 hours. Who is gone is not stale, and another version of Beckon may not say it. */
  readonly stale?: boolean;
  /** What the last hook that ran for it came to. */
  readonly hook?: LastHook;
}

/** What the last hook that ran for a conversation came to. */
export type LastHook = Pick<HookRunEntry, 'name' | 'at' | 'trigger' | 'outcome' | 'reason'>;

/** One agent as a line at a moment. */
export function agentLine(agent: Agent, known: AgentsState, now: number, hook?: LastHook): AgentLine {
  const { state, facts, parent } = agent;
  const detail = stateDetail(state);
  const named = facts.title ?? facts.firstPrompt ?? agent.childType;
  return {
    agent: agent.id,
    ...(parent === undefined ? {} : { parent }),
    state: state.kind,
    urgency: agentUrgency(agent),
    ...(detail ? { detail } : {}),
    ...(state.kind === 'prompting' ? promptPart(agent, state.prompt, detail) : {}),
    cwd: folderOf(agent, known),
    ...(named ? { title: agentLabel(agent) } : {}),
    ...(facts.model === undefined ? {} : { model: facts.model }),
    ...contextPart(agent),
    ...(facts.costUsd === undefined ? {} : { costUsd: facts.costUsd }),
    stale: isStale(agent, now),
    ...(hook ? { hook } : {}),
  };
}

/** Where an agent works; a subagent where its conversation does, unless it says otherwise. */
export function folderOf({ facts, parent }: Agent, { agents }: AgentsState): string {
  return facts.cwd ?? agents.get(parent ?? '')?.facts.cwd ?? '';
}

function contextPart({ facts: { contextTokens: tokens, contextLimit: limit } }: Agent) {
  return tokens === undefined ? {} : { context: { tokens, ...(limit === undefined ? {} : { limit }) } };
}

function promptPart(agent: Agent, prompt: Prompt, summary: string): Pick<AgentLine, 'prompt' | 'decision'> {
  const decision = decisionsOf(agent).find(({ id }) => isNamed(prompt, id));
  const tool = prompt.tool === undefined ? {} : { tool: prompt.tool };
  return {
    prompt: { type: prompt.kind, ...tool, summary: summary || prompt.reason },
    ...(decision ? { decision: decision.id } : {}),
  };
}

/** The line of an agent that is no longer shown. */
export function goneLine(last: AgentLine): AgentLine {
  const { agent, parent, cwd, title } = last;
  const kept = {
    ...(parent === undefined ? {} : { parent }),
    cwd,
    ...(title === undefined ? {} : { title }),
  };
  return { agent, state: 'gone', urgency: 'ended', ...kept };
}

/** The agents that were started in some folders or work there now, or all of them when none is named. */
export function agentsWithin(state: AgentsState, folders: readonly string[]): readonly Agent[] {
  return [...state.agents.values()].filter((agent) => isAgentWithin(agent, state, folders));
}

/** Whether an agent was started in one of some folders or works there now; any is where none is named. */
export function isAgentWithin(agent: Agent, state: AgentsState, folders: readonly string[]): boolean {
  const { startedIn } = (state.agents.get(agent.parent ?? '') ?? agent).facts;
  const places = [folderOf(agent, state), startedIn];
  return folders.length === 0 || folders.some((folder) => places.some((place) => isWithin(folder, place)));
}

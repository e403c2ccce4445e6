import type { Agent } from '../agent/agent.ts';
import { agentUrgency } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import { isNamed } from '../agent/prompts.ts';
import type { AgentState, Prompt, Urgency } from '../agent/state.ts';
import { decisionsOf } from '../decision/decision.ts';
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
}

/** One agent as a line. A subagent runs where its conversation does, unless it says otherwise. */
export function agentLine(agent: Agent, { agents }: AgentsState): AgentLine {
  const { state, facts, parent } = agent;
  const detail = stateDetail(state);
  const cwd = facts.cwd ?? agents.get(parent ?? '')?.facts.cwd ?? '';
  const named = facts.title ?? facts.firstPrompt ?? agent.childType;
  return {
    agent: agent.id,
    ...(parent === undefined ? {} : { parent }),
    state: state.kind,
    urgency: agentUrgency(agent),
    ...(detail ? { detail } : {}),
    ...(state.kind === 'prompting' ? promptPart(agent, state.prompt, detail) : {}),
    cwd,
    ...(named ? { title: agentLabel(agent) } : {}),
  };
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
  const all = [...state.agents.values()];
  return folders.length === 0
    ? all
    : all.filter((agent) => {
        const { startedIn } = (state.agents.get(agent.parent ?? '') ?? agent).facts;
        const places = [agentLine(agent, state).cwd, startedIn];
        return folders.some((folder) => places.some((place) => isWithin(folder, place)));
      });
}

import type { AgentEvent } from '../event/agentEvent.ts';
import type { Agent } from './agent.ts';

/** The state of an agent as an `agent:` event, to be told to others. */
export function agentEventOf(agent: Agent): AgentEvent {
  const { id: agent_id, state } = agent;
  switch (state.kind) {
    case 'working':
      return { type: 'agent:working', agent_id, ...(state.detail ? { detail: state.detail } : {}) };
    case 'idle':
      return { type: agent.base.evidence === 'transcript' ? 'agent:waiting' : 'agent:idle', agent_id };
    case 'prompting':
      return { type: 'agent:prompt', agent_id, prompt_type: state.prompt.kind };
    case 'failed':
      return {
        type: 'agent:failed',
        agent_id,
        error: state.error.class,
        ...(state.error.message ? { message: state.error.message } : {}),
      };
    case 'exited':
      return {
        type: 'agent:exited',
        agent_id,
        ...(state.code === undefined ? {} : { exit_code: state.code }),
      };
    case 'gone':
      return { type: 'agent:gone', agent_id };
  }
}

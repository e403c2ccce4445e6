import type { AgentId } from '../../core/agent/agent.ts';
import { agentKey } from '../../core/event/agentEvent.ts';
import { runEnded } from '../../core/run/run.ts';
import { knownAgents } from '../hub/knownAgents.ts';
import { RunFiles } from './runFiles.ts';

/** The agents of a session: those that runs have now, and those that a listener knows; without their subagents. */
export async function agentsNamed(home: string, session: string): Promise<readonly AgentId[]> {
  const [runs, known] = await Promise.all([new RunFiles(home).all(), knownAgents(home)]);
  const ids = [
    ...runs.filter(({ run }) => !runEnded(run)).map(({ run }) => run.agent),
    ...known.map(({ agent }) => agent.agent),
  ];
  const isNamed = (id: AgentId) => {
    const key = agentKey(id);
    return key?.session === session && key.child === undefined;
  };
  return [...new Set(ids.filter(isNamed))];
}

import type { Agent } from '../../core/agent/agent.ts';
import { hasEnded } from '../../core/agent/state.ts';
import type { Event } from '../../core/event/event.ts';
import type { AgentProcess } from './processes.ts';

/** The end of an agent's process, found now. Its id is the same however often it is found. */
export function ending(
  { program, session, pid }: AgentProcess,
  type: 'processEnded' | 'processLost' | 'sessionEnded',
  evidence: 'process' | 'sessionFile',
  start: string | undefined,
): Event {
  const id = `${session}@${pid}/${start ?? ''}:ended`;
  return { id, at: Date.now(), program, session, evidence, facts: { pid }, type };
}

/** Whether nothing changed that decides what of an agent is followed. */
export function isFollowedAlike(before: Agent | undefined, after: Agent | undefined): boolean {
  const isBoth = before !== undefined && after !== undefined;
  return (
    isBoth &&
    hasEnded(before.state) === hasEnded(after.state) &&
    before.processes === after.processes &&
    before.facts.transcript === after.facts.transcript &&
    before.facts.cwd === after.facts.cwd
  );
}

import type { AgentId } from '../agent/agent.ts';
import type { AgentsState } from '../agent/agents.ts';
import type { Change } from '../agent/effect.ts';
import type { Event } from '../event/event.ts';
import { runEnded } from './run.ts';
import { withAgent } from './runSteps.ts';

type Runs = AgentsState['runs'];

/**
 * A run follows its agent: a cleared conversation goes on under another id in the same process, and a program that was
 * not told which id to take says in its environment whose it is.
 */
export function followAgent(
  { agents, tombstones, runs }: AgentsState,
  event: Event,
  root: AgentId,
  changes: readonly Change[],
): Runs {
  const { pid, startedAs } = event.facts ?? {};
  const cleared = event.type === 'sessionStarted' && event.source === 'clear';
  const same = (id: AgentId) =>
    pid !== undefined && (agents.get(id)?.facts.pid ?? tombstones.get(id)?.pid) === pid;
  const left = (id: AgentId) =>
    changes.some(({ before, after }) => event.type !== 'sessionEnded' && before?.id === id && !after);
  // What such an agent starts itself inherits the environment: only the first that is heard counts.
  const named = (id: AgentId) => startedAs === id && !agents.has(id) && !tombstones.has(id);
  const run = [...runs.values()].find(
    (one) =>
      !runEnded(one) &&
      one.agent !== root &&
      (named(one.agent) || (same(one.agent) && (cleared || left(one.agent)))),
  );
  return run ? new Map(runs).set(run.id, withAgent(run, root)) : runs;
}

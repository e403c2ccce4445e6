import type { AgentId } from '../agent/agent.ts';
import type { Change } from '../agent/change.ts';
import { isEnd } from '../agent/processes.ts';
import { hasEnded } from '../agent/state.ts';
import type { Event } from '../event/event.ts';
import type { KnownRuns, Runs } from './knownRuns.ts';
import { livesOn } from './occasions.ts';
import type { Run } from './run.ts';
import { runEnded, runOf } from './run.ts';
import { withAgent, withoutMove } from './runSteps.ts';
import { isProgram } from './wrapped.ts';

/**
 * A run follows its agent: after /clear or /resume its process goes on with another conversation, and a program that
 * was not told which id to take says in its environment whose it is. No run takes the agent of another.
 */
export function followAgent(state: KnownRuns, event: Event, root: AgentId, changes: readonly Change[]): Runs {
  const { runs } = state;
  const own = runOf(runs, root);
  if (own?.agent === root && !runEnded(own)) {
    const now = withMove(own, event, changes);
    return now === own ? runs : new Map(runs).set(own.id, now);
  }
  const run = [...runs.values()].find(
    (one) =>
      !runEnded(one) &&
      (isNamed(state, event, one) || isNext(state, event, one) || hasMoved(state, event, one, changes)),
  );
  return run ? new Map(runs).set(run.id, withAgent(run, root)) : runs;
}

/** What such an agent starts itself inherits the environment: only the first that is heard counts. */
function isNamed({ agents, tombstones }: KnownRuns, { facts }: Event, { agent }: Run): boolean {
  return facts?.startedAs === agent && !agents.has(agent) && !tombstones.has(agent);
}

/** Whether a program that runs agents one after the other runs the next one. */
function isNext({ agents }: KnownRuns, event: Event, run: Run): boolean {
  const { agent, startedAs } = run;
  const row = agents.get(agent);
  const isNamedSo = isProgram(run, event.facts?.startedAs) && agent !== startedAs;
  return isNamedSo && !isEnd(event) && (!row || hasEnded(row.state));
}

/** Whether a process says that it is the one a run started. What that runs itself says so too. */
export function isStartedFor({ agent, former }: Run, { facts }: Event): boolean {
  return facts?.startedAs !== undefined && [agent, ...former].includes(facts.startedAs);
}

/** A run whose agent's process leaves the conversation for another one, or is heard in it again. */
function withMove(run: Run, event: Event, changes: readonly Change[]): Run {
  const { before, after } = changes.find((one) => (one.after ?? one.before)?.id === run.agent) ?? {};
  const pid = event.facts?.pid ?? before?.facts.pid;
  if (!isEnd(event)) {
    return pid !== undefined && pid === run.movingPid ? withoutMove(run) : run;
  }
  const moves = event.type === 'sessionEnded' && livesOn(event.reason);
  // Another process may have had the same conversation; which of them leaves says nothing of a run that started neither.
  return moves && pid !== undefined && (!after || isStartedFor(run, event))
    ? { ...run, movingPid: pid }
    : run;
}

/** Whether an event of another conversation comes from the process of a run's agent. */
function hasMoved(
  { agents, tombstones }: KnownRuns,
  event: Event,
  run: Run,
  changes: readonly Change[],
): boolean {
  const pid = event.facts?.pid;
  if (pid === undefined || isEnd(event)) {
    return false;
  }
  const row = agents.get(run.agent);
  // After a while the id of a process may be a stranger's.
  if (run.movingPid === pid && (row || tombstones.has(run.agent))) {
    return true;
  }
  // The end of the conversation may be heard after the start of the next, or never. One that died has no process.
  const switches = event.type === 'sessionStarted' && livesOn(event.source);
  const { processes = [] } = row ?? {};
  const isOnly = processes.includes(pid) && (processes.length === 1 || isStartedFor(run, event));
  const leaves = ({ before, after }: Change) =>
    before?.id === run.agent && before.processes.includes(pid) && !after;
  return (switches && isOnly) || changes.some(leaves);
}

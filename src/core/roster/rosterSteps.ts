import type { Agent, AgentId } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import type { Family, Tombstone } from '../agent/agents.ts';
import { rootNamed, rootOf, tombstoneMs } from '../agent/agents.ts';
import type { Change } from '../agent/change.ts';
import { startEra } from '../agent/startEra.ts';
import { hasEnded } from '../agent/state.ts';
import type { Event } from '../event/event.ts';
import { reduceRun } from '../run/reduceRun.ts';
import type { Run } from '../run/run.ts';
import type { RunInput } from '../run/runInput.ts';
import type { KnownRoster, RosterStep } from './rosterStep.ts';
import { noStep } from './rosterStep.ts';

/** Adds agents that somebody else told of; nobody known is overruled. */
export function adoptAgents(known: KnownRoster, told: readonly Agent[]): RosterStep {
  const fresh = told.filter(({ id }) => !known.agents.has(id) && !known.tombstones.has(id));
  const families = new Map<AgentId, Family>();
  for (const agent of fresh) {
    const root = rootOf(agent);
    const family = families.get(root) ?? known.family(root);
    families.set(root, { ...family, agents: new Map(family.agents).set(agent.id, agent) });
  }
  return {
    ...noStep,
    families: [...families.values()],
    agents: fresh.map((after) => ({ before: undefined, after })),
  };
}

/** Forgets what ended more than ten minutes ago. Besides this, time alone only leaves requests to the terminals. */
export function expireAgents(known: KnownRoster, now: number): RosterStep {
  const isOver = (at: number) => now - at > tombstoneMs;
  const agents = known.ended.filter(({ since }) => isOver(since));
  const tombstones = [...known.tombstones].filter(([, { at }]) => isOver(at));
  const roots = new Set([...agents.map(rootOf), ...tombstones.map(([id]) => rootNamed(id))]);
  return {
    ...noStep,
    families: [...roots].map((root) => {
      const family = known.family(root);
      return {
        root,
        agents: without(family.agents, ({ state, since }) => hasEnded(state) && isOver(since)),
        tombstones: without(family.tombstones, ({ at }) => isOver(at)),
      };
    }),
    agents: agents.map((before) => ({ before, after: undefined })),
  };
}

/** Takes a conversation that has ended out of what is known, as if its end had long been seen; one that lives stays. */
export function buryAgent(known: KnownRoster, root: AgentId): RosterStep {
  const family = known.family(root);
  const agent = family.agents.get(root);
  if (!agent || !hasEnded(agent.state)) {
    return noStep;
  }
  const { pid } = agent.facts;
  const tombstone: Tombstone = { at: agent.since, ...(pid === undefined ? {} : { pid }) };
  const tombstones = new Map(family.tombstones).set(root, tombstone);
  return {
    ...noStep,
    families: [{ root, agents: new Map(), tombstones }],
    agents: [...family.agents.values()].map((before) => ({ before, after: undefined })),
  };
}

/** Moves a family into the past where the clock was set back; see {@link startEra}. */
export function beginEra(known: KnownRoster, event: Event, now: number): RosterStep {
  const before = known.family(agentId(event.program, event.session));
  const family = startEra(before, event, now);
  const moved = (agent: Agent): Change => ({ before: agent, after: family.agents.get(agent.id) });
  return family === before
    ? noStep
    : { ...noStep, families: [family], agents: [...before.agents.values()].map(moved) };
}

/** What happened to a run besides the events of its agents; `undefined` where that means nothing to it. */
export function stepRun(known: KnownRoster, input: RunInput): RosterStep | undefined {
  const step = reduceRun(known, input);
  return step && { ...putRun(known, step.run), effects: step.effects };
}

/** Takes in a run, or another form of one. */
export function putRun({ runs }: KnownRoster, after: Run): RosterStep {
  return { ...noStep, runs: [{ before: runs.get(after.id), after }] };
}

/** Forgets a run. */
export function dropRun({ runs }: KnownRoster, id: Run['id']): RosterStep {
  const before = runs.get(id);
  return before ? { ...noStep, runs: [{ before, after: undefined }] } : noStep;
}

function without<Value>(
  all: ReadonlyMap<AgentId, Value>,
  isGone: (one: Value) => boolean,
): ReadonlyMap<AgentId, Value> {
  return new Map([...all].filter(([, one]) => !isGone(one)));
}

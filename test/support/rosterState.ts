import type { Agent, AgentId } from '../../src/core/agent/agent.ts';
import { agentId } from '../../src/core/agent/agent.ts';
import type { Tombstone } from '../../src/core/agent/agents.ts';
import { rootNamed, rootOf } from '../../src/core/agent/agents.ts';
import type { Change } from '../../src/core/agent/change.ts';
import type { Event } from '../../src/core/event/event.ts';
import type { AgentsState } from '../../src/core/roster/agentsState.ts';
import { takeUp as takeUpKept } from '../../src/core/roster/keptAgents.ts';
import { reduceRoster } from '../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../src/core/roster/roster.ts';
import type { Effect, RosterStep } from '../../src/core/roster/rosterStep.ts';
import { isNothing, noStep } from '../../src/core/roster/rosterStep.ts';
import * as steps from '../../src/core/roster/rosterSteps.ts';
import * as run from '../../src/core/run/reduceRun.ts';
import type { RunStepped } from '../../src/core/run/runEffect.ts';
import type { RunInput } from '../../src/core/run/runInput.ts';

interface Drafted {
  readonly agents: Map<AgentId, Agent>;
  readonly tombstones: Map<AgentId, Tombstone>;
}

/** A roster that knows what a state says; the state itself is never changed. */
export function rosterOf({ agents, tombstones, runs }: AgentsState): Roster {
  const families = new Map<AgentId, Drafted>();
  const at = (root: AgentId) => {
    const family: Drafted = families.get(root) ?? { agents: new Map(), tombstones: new Map() };
    families.set(root, family);
    return family;
  };
  for (const agent of agents.values()) {
    at(rootOf(agent)).agents.set(agent.id, agent);
  }
  for (const [id, tombstone] of tombstones) {
    at(rootNamed(id)).tombstones.set(id, tombstone);
  }
  const roster = new Roster();
  roster.apply({
    ...noStep,
    families: [...families].map(([root, family]) => ({ root, ...family })),
    agents: [...agents.values()].map((after) => ({ before: undefined, after })),
    runs: [...runs.values()].map((after) => ({ before: undefined, after })),
  });
  return roster;
}

/** The state after a step; the same where the step changes nothing. */
function after(state: AgentsState, roster: Roster, step: RosterStep): AgentsState {
  if (isNothing(step)) {
    return state;
  }
  roster.apply(step);
  return {
    agents: new Map(roster.agents),
    tombstones: new Map(roster.tombstones),
    runs: step.runs.length === 0 ? state.runs : new Map(roster.runs),
  };
}

function by(state: AgentsState, step: (roster: Roster) => RosterStep): AgentsState {
  const roster = rosterOf(state);
  return after(state, roster, step(roster));
}

/** A state after an event, and what the step says about it. */
export interface Reduced {
  readonly state: AgentsState;
  readonly changes: readonly Change[];
  readonly effects: readonly Effect[];
}

/** Applies one event to a state as a whole. */
export function reduceAgents(state: AgentsState, event: Event): Reduced {
  const roster = rosterOf(state);
  const step = reduceRoster(roster, event);
  return { state: after(state, roster, step), changes: step.agents, effects: step.effects };
}

/** Applies what happens to a run to a state as a whole. */
export function reduceRun(state: AgentsState, input: RunInput): RunStepped | undefined {
  return run.reduceRun(rosterOf(state), input);
}

/** Adds what somebody told of. */
function adoptAgents(state: AgentsState, told: readonly Agent[]): AgentsState {
  return by(state, (roster) => steps.adoptAgents(roster, told));
}

/** Forgets what ended a while before `now`. */
export function expireAgents(state: AgentsState, now: number): AgentsState {
  return by(state, (roster) => steps.expireAgents(roster, now));
}

/** Forgets a conversation that has ended. */
export function buryAgent(state: AgentsState, root: AgentId): AgentsState {
  return by(state, (roster) => steps.buryAgent(roster, root));
}

/** The state before an event that is applied at `now`. */
export function startEra(state: AgentsState, event: Event, now: number): AgentsState {
  return by(state, (roster) => steps.beginEra(roster, event, now));
}

/** The state before an event with what was kept of its conversation, and what of the kept still waits. */
export function takeUp(
  state: AgentsState,
  waiting: readonly Agent[],
  event: Event,
): { readonly state: AgentsState; readonly waiting: readonly Agent[] } {
  const isMeant = ({ program, session }: Agent) =>
    agentId(program, session) === agentId(event.program, event.session);
  const kept = waiting.filter(isMeant);
  const taken = kept.length === 0 ? undefined : takeUpKept(kept, event);
  return taken
    ? { state: adoptAgents(state, taken), waiting: waiting.filter((agent) => !isMeant(agent)) }
    : { state, waiting };
}

/** A conversation and its subagents. */
export function familyOf(agents: AgentsState['agents'], root: AgentId): readonly Agent[] {
  return [...agents.values()].filter((agent) => rootOf(agent) === root);
}

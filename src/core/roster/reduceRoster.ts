import type { AgentId } from '../agent/agent.ts';
import { agentId } from '../agent/agent.ts';
import type { Family } from '../agent/agents.ts';
import { promptsOf } from '../agent/agents.ts';
import type { Change } from '../agent/change.ts';
import type { FamilyStep } from '../agent/draft.ts';
import { leaveFamily } from '../agent/family.ts';
import { isNamed } from '../agent/prompts.ts';
import { reduceFamily } from '../agent/reduceFamily.ts';
import type { Prompt } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import type { Decision } from '../decision/decision.ts';
import { decisionsOf } from '../decision/decision.ts';
import { noProgram } from '../event/agentEvent.ts';
import type { DecisionOutcome, Event } from '../event/event.ts';
import type { Runs } from '../run/knownRuns.ts';
import { triggerRuns } from '../run/triggerRuns.ts';
import type { Effect, KnownRoster, RosterStep, RunChange } from './rosterStep.ts';

/**
 * An event of an id without a program, as one of the conversation whose session that id is, where just one is known, also
 * as ended; any other event as it is.
 */
export function ofKnownAgent(known: Pick<KnownRoster, 'programOf'>, event: Event): Event {
  const program = event.program === noProgram ? known.programOf(event.session) : undefined;
  return program === undefined ? event : { ...event, program };
}

/**
 * What one event changes: first in the family it is about, then in those that the same process has left, then in the runs
 * that it concerns. Nothing else is looked at.
 */
export function reduceRoster(known: KnownRoster, event: Event): RosterStep {
  const before = known.family(agentId(event.program, event.session));
  const step = reduceFamily(before, event);
  const left = step.process === undefined ? [] : leftBy(known, step, event, step.process);
  const changes = [step, ...left].flatMap((one) => one.changes);
  const families = [...(step.family === before ? [] : [step.family]), ...left.map(({ family }) => family)];
  const runs = runsAbout(known, event, changes);
  const prompts = new Map(promptsOf(step.family).map((prompt) => [prompt.id, prompt]));
  const scene = { ...lookupsOf(known), runs };
  const supervised = triggerRuns(scene, event, { changes, prompts });
  return {
    families,
    agents: changes,
    runs: runChanges(runs, supervised.runs),
    effects: [...rowEffects(changes, event), ...supervised.effects],
  };
}

function leftBy(
  known: KnownRoster,
  { family }: FamilyStep,
  event: Event,
  pid: number,
): readonly FamilyStep[] {
  return known
    .ofProcess(pid)
    .filter((other) => other.program === event.program && other.id !== family.root && !hasEnded(other.state))
    .map(({ id }) => leaveFamily(known.family(id), event));
}

/** The runs that an event may concern: by the agents it changes, by who speaks, and by the process it comes from. */
function runsAbout(known: KnownRoster, event: Event, changes: readonly Change[]): Runs {
  if (known.runs.size === 0) {
    return known.runs;
  }
  const { program, session, child, facts: { pid, startedAs } = {} } = event;
  const names: AgentId[] = [agentId(program, session), agentId(program, session, child?.id)];
  names.push(...changes.flatMap(({ before, after }) => (after ?? before)?.id ?? []));
  names.push(...(startedAs === undefined ? [] : [startedAs]));
  names.push(...(pid === undefined ? [] : known.ofProcess(pid).map(({ id }) => id)));
  return known.runsAbout(names, pid);
}

function runChanges(before: Runs, after: Runs): readonly RunChange[] {
  return before === after
    ? []
    : [...after.values()]
        .filter((run) => before.get(run.id) !== run)
        .map((run) => ({ before: before.get(run.id), after: run }));
}

function lookupsOf(known: KnownRoster) {
  const { agents, tombstones } = known;
  return { agents, tombstones, family: (root: AgentId): Family => known.family(root) };
}

/** A tentative prompt calls a person only when it still stands after this long. */
const confirmAfterMs = 1000;

/** What the changed agents of a step want done. */
function rowEffects(changes: readonly Change[], event: Event): Effect[] {
  return [...closedDecisions(changes, event), ...changes.flatMap(tentativePrompts)];
}

function tentativePrompts({ before, after }: Change): Effect[] {
  const isNew = ({ id }: Prompt) => !before?.prompts.some((known) => known.id === id);
  return (after?.prompts ?? [])
    .filter((prompt) => prompt.confirmedAt === undefined && isNew(prompt))
    .map(({ id, at }) => ({
      type: 'confirmLater',
      agent: after?.id ?? '',
      prompt: id,
      dueAt: at + confirmAfterMs,
    }));
}

// Looked at over the whole conversation: a notice on it may turn out to be the request of a subagent.
function closedDecisions(changes: readonly Change[], event: Event): Effect[] {
  const before = new Map(changes.flatMap((change) => decisionsOf(change.before)).map((one) => [one.id, one]));
  const open = new Set(changes.flatMap(({ after }) => decisionsOf(after)).map(({ id }) => id));
  return [...before.values()]
    .filter(({ id }) => !open.has(id))
    .map((decision) => ({ type: 'closeDecision', decision, outcome: outcomeOf(decision, event) }));
}

function outcomeOf(decision: Decision, event: Event): DecisionOutcome {
  const named = event.type === 'decisionSettled' && isNamed(decision.prompt, event.decision);
  return named ? event.outcome : 'withdrawn';
}

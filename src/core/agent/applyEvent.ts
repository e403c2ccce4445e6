import type { Event } from '../event/event.ts';
import type { Agent, AgentFacts, Call } from './agent.ts';
import { claimOf } from './claimOf.ts';
import type { Claim } from './precedence.ts';
import { admission } from './precedence.ts';
import {
  alreadyAnswered,
  callOf,
  confirmPrompts,
  endsPrompt,
  inputPrint,
  promptEnds,
  visibleState,
  withPrompt,
} from './prompts.ts';
import type { Ask, Prompt } from './state.ts';

const keptCalls = 50;

/**
 * One agent after an event of its own. `familyAsks` tells whether this agent or a relative in the same conversation
 * has a prompt already: a notice that something is asked then adds nothing, since notices do not say who asks.
 */
export function applyEvent(agent: Agent, event: Event, familyAsks: boolean): Agent {
  const late = event.at < agent.base.at;
  const kept = agent.prompts.filter((prompt) => !endsPrompt(agent, event, prompt));
  const rest: Agent = {
    ...agent,
    prompts: kept.length === agent.prompts.length ? agent.prompts : kept,
    settledAt: settles(event) ? Math.max(agent.settledAt, event.at) : agent.settledAt,
    lastActivityAt: byUs(event) ? agent.lastActivityAt : Math.max(agent.lastActivityAt, event.at),
    calls: callsAfter(agent.calls, event),
    facts: mergedFacts(agent.facts, event.facts, late),
    ...(late ? {} : turnFacts(event)),
  };
  // The claim reads the agent as it was: an answered prompt is already gone from `rest`.
  const admitted = admit(rest, claimOf(agent, event));
  const next: Agent = {
    ...admitted,
    prompts: promptsAfter(rest, event, late, familyAsks),
    escalated: rest.escalated || escalates(agent, event),
  };
  return shown(agent, next, event.at);
}

/** A conversation after one of its subagents started or stopped: it works, and its own prompts stand. */
export function hearSubagent(parent: Agent, event: Event): Agent {
  const stopped = event.type === 'subagentStopped';
  const rest: Agent = {
    ...parent,
    lastActivityAt: Math.max(parent.lastActivityAt, event.at),
    backgroundTasks: stopped ? Math.max(0, parent.backgroundTasks - 1) : parent.backgroundTasks,
  };
  return shown(parent, admit(rest, claimOf(parent, event)), event.at);
}

function admit(agent: Agent, claim: Claim | undefined): Agent {
  if (!claim || admission(agent, claim).verdict === 'keep') {
    return agent;
  }
  const at = Math.max(claim.at, agent.base.at);
  return { ...agent, base: { state: claim.state, at, evidence: claim.evidence } };
}

/** Whether a prompt that arrives later, but was raised before, is over. A file may be a moment ahead of the hooks. */
function settles(event: Event): boolean {
  return promptEnds[event.type] === 'all' && event.evidence === 'hook';
}

function byUs(event: Event): boolean {
  return event.type === 'promptStood' || event.type === 'decisionSettled';
}

function escalates(agent: Agent, event: Event): boolean {
  return (
    event.type === 'decisionSettled' &&
    event.outcome === 'escalated' &&
    agent.prompts.some((prompt) => prompt.id === event.decision)
  );
}

function shown(before: Agent, after: Agent, at: number): Agent {
  const state = visibleState(after);
  const moved = before.state.kind !== state.kind;
  return {
    ...after,
    state,
    since: moved ? Math.max(at, before.since) : before.since,
    escalated: after.escalated && after.prompts.length > 0,
  };
}

function promptsAfter(agent: Agent, event: Event, late: boolean, familyAsks: boolean): readonly Prompt[] {
  if (event.type === 'toolStarted' && event.ask && !late) {
    return raised(agent, prompt(event, event.ask, { callId: event.callId, confirmed: false }));
  }
  if (event.type === 'waitingRead' || (event.type === 'promptShown' && event.generic)) {
    const callId = event.type === 'promptShown' ? event.callId : undefined;
    return familyAsks
      ? confirmPrompts(agent.prompts, event.at)
      : raised(agent, { ...prompt(event, event.ask, { callId, confirmed: true }), generic: true });
  }
  if (event.type === 'promptShown') {
    const callId = event.callId ?? callOf(agent, event.ask.tool, event.ask.input)?.id;
    return raised(agent, prompt(event, event.ask, { callId, confirmed: true }));
  }
  if (event.type === 'promptStood') {
    return confirmPrompts(agent.prompts, event.at, event.prompt);
  }
  if (escalates(agent, event)) {
    const decision = event.type === 'decisionSettled' ? event.decision : undefined;
    return agent.prompts.map((one) => (one.id === decision ? { ...one, escalatedAt: event.at } : one));
  }
  return agent.prompts;
}

function prompt(event: Event, ask: Ask, how: { callId?: string | undefined; confirmed: boolean }): Prompt {
  return {
    ...ask,
    id: event.id,
    at: event.at,
    generic: false,
    ...(how.callId === undefined ? {} : { callId: how.callId }),
    ...(how.confirmed ? { confirmedAt: event.at } : {}),
  };
}

function raised(agent: Agent, candidate: Prompt): readonly Prompt[] {
  return alreadyAnswered(agent, candidate) ? agent.prompts : withPrompt(agent.prompts, candidate);
}

function callsAfter(calls: readonly Call[], event: Event): readonly Call[] {
  if ((event.type !== 'toolStarted' && event.type !== 'toolFinished') || event.callId === undefined) {
    return calls;
  }
  const known = calls.find((call) => call.id === event.callId);
  if (event.type === 'toolStarted' && known) {
    return calls;
  }
  const call = known ?? { id: event.callId, tool: event.tool ?? '', print: inputPrint(event.input) };
  const next = event.type === 'toolFinished' ? { ...call, finishedAt: event.at } : call;
  return [...calls.filter((other) => other !== known), next].slice(-keptCalls);
}

function turnFacts(event: Event): Partial<Pick<Agent, 'startedAt' | 'backgroundTasks' | 'compaction'>> {
  if (event.type === 'sessionStarted') {
    return { startedAt: event.at, backgroundTasks: 0 };
  }
  if (event.type === 'compactionStarted') {
    return { compaction: event.trigger };
  }
  if (event.type === 'turnEnded') {
    return { backgroundTasks: event.backgroundTasks };
  }
  return event.type === 'promptSubmitted' ? { backgroundTasks: 0 } : {};
}

function mergedFacts(known: AgentFacts, told: AgentFacts | undefined, late: boolean): AgentFacts {
  if (!told) {
    return known;
  }
  const firstPrompt = known.firstPrompt ?? told.firstPrompt;
  const merged: AgentFacts = late ? { ...told, ...known } : { ...known, ...told };
  const facts = firstPrompt === undefined ? merged : { ...merged, firstPrompt };
  const keys = Object.keys(facts) as (keyof AgentFacts)[];
  return keys.every((key) => facts[key] === known[key]) ? known : facts;
}

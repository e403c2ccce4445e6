import type { AgentFacts } from '../event/agentFacts.ts';
import type { Ask } from '../event/ask.ts';
import type { Event } from '../event/event.ts';
import type { Agent } from './agent.ts';
import { callOf, callsAfter, markAsked } from './calls.ts';
import { claimOf } from './claimOf.ts';
import type { Claim } from './precedence.ts';
import { admission } from './precedence.ts';
import { endsPrompt, isNamed, moreSpecific, promptEnds, visibleState } from './prompts.ts';
import { confirmPrompts, raisePrompt } from './raisePrompt.ts';
import { seenAgent } from './seen.ts';
import type { AgentState, Prompt } from './state.ts';
import { hasEnded, samePrompt } from './state.ts';

const notifiedWithinMs = 7000;

/** What an agent must know of its relatives in the same conversation. */
export interface Kin {
  /** Every prompt of the conversation and its subagents. */
  readonly prompts: readonly Prompt[];
  readonly answeredAt: number;
  /** A notice of a relative that this event's request is about. */
  readonly notice?: Prompt;
}

/** One agent after an event of its own. */
export function applyEvent(agent: Agent, event: Event, kin: Kin): Agent {
  const late = event.at < agent.base.at;
  const kept = agent.prompts.filter((prompt) => !endsPrompt(agent, event, prompt));
  const rest: Agent = {
    ...agent,
    ...answers(agent, event, kept.length < agent.prompts.length),
    prompts: kept.length === agent.prompts.length ? agent.prompts : kept,
    lastActivityAt: byUs(event) ? agent.lastActivityAt : Math.max(agent.lastActivityAt, event.at),
    calls: callsAfter(agent.calls, event),
    ...factsAfter(agent, event, late),
    ...turnFacts(agent, event, late),
    ...childTypeAfter(agent, event, late),
  };
  // The claim reads the agent as it was: an answered prompt is already gone from `rest`.
  const admitted = admit(rest, claimOf(agent, event));
  // Who ended asks nothing, whatever the times say.
  const prompts = hasEnded(admitted.base.state) ? [] : promptsAfter(rest, event, kin);
  const asked = prompts.find(({ requestId }) => requestId === event.id);
  const after = shown(
    agent,
    { ...admitted, prompts, calls: markAsked(admitted.calls, asked?.callId) },
    event.at,
  );
  // Whoever interrupts a turn looks at it.
  return event.type === 'turnInterrupted' ? seenAgent(after, event.at) : after;
}

/** A conversation after one of its subagents started or stopped: it works, and its own prompts stand. */
export function hearSubagent(parent: Agent, event: Event): Agent {
  const stopped = event.type === 'subagentStopped' ? event.child?.id : undefined;
  const background = parent.background.filter((id) => id !== stopped);
  return shown(parent, admit({ ...parent, background }, claimOf(parent, event)), event.at);
}

function answers(
  agent: Agent,
  event: Event,
  ended: boolean,
): Pick<Agent, 'settledAt' | 'readAt' | 'answeredAt'> {
  // A file may be a moment ahead of the hooks: it ends what stands, and of what is still to come only what is older
  // than that moment.
  const settles = event.evidence === 'hook' && promptEnds[event.type] === 'all';
  const read = event.type === 'busyRead' || event.type === 'idleRead';
  return {
    settledAt: settles ? Math.max(agent.settledAt, event.at) : agent.settledAt,
    readAt: read ? Math.max(agent.readAt, event.at) : agent.readAt,
    answeredAt: event.evidence === 'hook' && ended ? Math.max(agent.answeredAt, event.at) : agent.answeredAt,
  };
}

function admit(agent: Agent, claim: Claim | undefined): Agent {
  if (!claim) {
    return agent;
  }
  const works = claim.state.kind === 'working' && claim.at > agent.workedAt;
  const heard = works ? { ...agent, workedAt: claim.at } : agent;
  if (admission(agent, claim).verdict === 'keep') {
    return heard;
  }
  const at = Math.max(claim.at, agent.base.at);
  const base = { state: claim.state, at, evidence: claim.evidence };
  // What a new row does is only guessed: that is no work anybody saw.
  const wasAtWork = agent.base.state.kind === 'working' && agent.base.at !== Number.NEGATIVE_INFINITY;
  return wasAtWork && base.state.kind === 'idle' ? { ...heard, base, finishedAt: at } : { ...heard, base };
}

function byUs(event: Event): boolean {
  return event.type === 'promptStood' || event.type === 'decisionSettled';
}

/** The agent with what its row shows, given what it was before. */
export function shown(before: Agent, after: Agent, at: number): Agent {
  const state = visibleState(after);
  return { ...after, state, since: sinceOf(before, state, at) };
}

function sinceOf(before: Agent, state: AgentState, at: number): number {
  if (state.kind === 'prompting') {
    const same = before.state.kind === 'prompting' && samePrompt(before.state.prompt, state.prompt);
    return same ? before.since : state.prompt.at;
  }
  return before.state.kind === state.kind ? before.since : Math.max(at, before.since);
}

function promptsAfter(agent: Agent, event: Event, kin: Kin): readonly Prompt[] {
  switch (event.type) {
    case 'toolStarted':
      return event.ask ? raisePrompt(agent, promptOf(event, event.ask, 'tool', event.callId)) : agent.prompts;
    case 'promptShown': {
      if (event.generic) {
        return noticed(agent, promptOf(event, event.ask, 'notice', event.callId), event, kin);
      }
      const callId = event.callId ?? callOf(agent, event.ask, event.at)?.id;
      return raisePrompt(agent, promptOf(event, event.ask, 'request', callId), kin.notice);
    }
    case 'waitingRead':
      return noticed(agent, promptOf(event, event.ask, 'notice', undefined), event, kin);
    case 'promptStood':
      return confirmPrompts(agent.prompts, event.at, event.prompt);
    case 'decisionSettled':
      return event.outcome === 'escalated'
        ? agent.prompts.map((one) => (isNamed(one, event.decision) ? { ...one, escalatedAt: event.at } : one))
        : agent.prompts;
    case 'sessionStarted':
    case 'sessionEnded':
    case 'promptSubmitted':
    case 'toolFinished':
    case 'toolBatchFinished':
    case 'toolRefused':
    case 'promptClosed':
    case 'turnEnded':
    case 'turnFailed':
    case 'turnInterrupted':
    case 'idleNoticed':
    case 'quietNoticed':
    case 'workNoticed':
    case 'busyRead':
    case 'idleRead':
    case 'usageRead':
    case 'seen':
    case 'subagentStarted':
    case 'subagentStopped':
    case 'compactionStarted':
    case 'compactionFinished':
    case 'setupStarted':
    case 'processEnded':
    case 'processLost':
    case 'signalled':
    case 'noted':
      // It ends prompts, or leaves them: that is done by now.
      return agent.prompts;
  }
}

/** A notice adds a prompt only where nobody in the conversation asks something as specific: it does not say who asks. */
function noticed(agent: Agent, notice: Prompt, event: Event, kin: Kin): readonly Prompt[] {
  const weak = event.evidence !== 'hook';
  const prompts = agent.prompts.filter((prompt) => !isFormerRead(prompt, notice));
  const current = prompts.length < agent.prompts.length ? { ...agent, prompts } : agent;
  const known = kin.prompts.some(
    (prompt) =>
      !isFormerRead(prompt, notice) && (weak || tellsOf(notice, prompt, agent.prompts.includes(prompt))),
  );
  if (known) {
    return confirmPrompts(current.prompts, event.at);
  }
  return !weak && event.at < kin.answeredAt ? current.prompts : raisePrompt(current, notice);
}

/** Whether a session file told of a prompt before this one. It tells of one dialog at a time, in a word for its kind. */
function isFormerRead(prompt: Prompt, notice: Prompt): boolean {
  const read = prompt.evidence === 'sessionFile' && notice.evidence === 'sessionFile';
  return read && prompt.reason !== notice.reason && prompt.at < notice.at;
}

/** Whether a notice of a hook tells of a prompt that waits already. */
function tellsOf(notice: Prompt, prompt: Prompt, own: boolean): boolean {
  // The program notifies once, some seconds after it asked, or after the relay that hid its dialog let go. One that
  // was escalated is nobody's decision any more, so it must not keep a later notice from becoming one.
  const shownAt = Math.max(prompt.at, prompt.escalatedAt ?? prompt.at);
  const past = !own && prompt.escalatedAt !== undefined && notice.at > shownAt + notifiedWithinMs;
  const tool = notice.kind === 'permission' && moreSpecific(prompt.kind, notice.kind);
  return !past && (prompt.kind === notice.kind || tool);
}

/** The prompt that an event tells of. */
export function promptOf(
  event: Event,
  ask: Ask,
  source: Prompt['source'],
  callId: string | undefined,
): Prompt {
  return {
    ...ask,
    id: event.id,
    at: event.at,
    source,
    evidence: event.evidence,
    ...(source === 'tool' ? {} : requestPart(event, source)),
    ...(callId === undefined ? {} : { callId }),
    ...(event.facts?.pid === undefined ? {} : { pid: event.facts.pid }),
    // A file is often a moment ahead of the request that says what is asked, and can be answered.
    ...(source === 'tool' || event.evidence !== 'hook' ? {} : { confirmedAt: event.at }),
  };
}

function turnFacts(
  agent: Agent,
  event: Event,
  late: boolean,
): Partial<Pick<Agent, 'startedAt' | 'background' | 'compaction'>> {
  if (event.type === 'sessionStarted') {
    const startedAt = Math.max(agent.startedAt, event.at);
    return late ? { startedAt } : { startedAt, background: [] };
  }
  if (event.type === 'subagentStarted') {
    return { startedAt: Math.max(agent.startedAt, event.at) };
  }
  if (late) {
    return {};
  }
  if (event.type === 'compactionStarted') {
    return { compaction: event.trigger };
  }
  if (event.type === 'turnEnded') {
    return { background: event.background ?? [] };
  }
  return event.type === 'promptSubmitted' ? { background: [] } : {};
}

/** A subagent is called by the type that was told last; one that was met without a type takes any. */
function childTypeAfter(agent: Agent, { child }: Event, late: boolean): Pick<Agent, 'childType'> {
  const takes = child?.type && agent.parent !== undefined && !(late && agent.childType !== undefined);
  return takes ? { childType: child.type } : {};
}

function factsAfter(agent: Agent, event: Event, late: boolean): Pick<Agent, 'facts' | 'saidAt'> {
  const { facts: known, saidAt } = agent;
  const told = event.facts;
  if (!told) {
    return { facts: known, saidAt };
  }
  const merged: AgentFacts = late ? { ...told, ...known } : { ...known, ...told };
  const firstPrompt = known.firstPrompt ?? told.firstPrompt;
  const startedIn = told.startedIn ?? known.startedIn ?? told.cwd;
  // A session file knows only the folder an agent was started in.
  const cwd = event.evidence === 'sessionFile' ? (known.cwd ?? told.cwd) : merged.cwd;
  // A transcript is read after the file that tells of the end of its turn, so its words have a time of their own.
  const says = told.lastMessage !== undefined && event.at >= saidAt;
  const lastMessage = says ? told.lastMessage : known.lastMessage;
  const facts: AgentFacts = {
    ...merged,
    ...(firstPrompt === undefined ? {} : { firstPrompt }),
    ...(startedIn === undefined ? {} : { startedIn }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(lastMessage === undefined ? {} : { lastMessage }),
  };
  const keys = Object.keys(facts) as (keyof AgentFacts)[];
  const same = keys.every((key) => facts[key] === known[key]);
  return { facts: same ? known : facts, saidAt: says ? event.at : saidAt };
}

/** What a prompt has of the request that waits for its answer. */
function requestPart(
  event: Event,
  source: 'request' | 'notice',
): Pick<Prompt, 'requestId' | 'replies' | 'givesWayAt'> {
  const { replies = undefined, givesWayAt = undefined } = event.type === 'promptShown' ? event : {};
  const waits = source === 'request' && replies?.length !== 0;
  return {
    ...(waits ? { requestId: event.id } : {}),
    ...(replies ? { replies } : {}),
    ...(waits && givesWayAt !== undefined ? { givesWayAt } : {}),
  };
}

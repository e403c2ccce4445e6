import type { AgentFacts } from '../event/agentFacts.ts';
import type { Event, Evidence } from '../event/event.ts';
import type { AgentState, BaseState, Prompt, Urgency } from './state.ts';
import { urgencyOf } from './state.ts';

/** `program:session`, or `program:session/child` for a subagent. */
export type AgentId = string;

/** What a row stands on when nothing is asked: the state, since when, and who said so. */
export interface Base {
  readonly state: BaseState;
  readonly at: number;
  readonly evidence: Evidence;
}

/** A tool call, kept so that a prompt can be told apart from another call of the same turn. */
export interface Call {
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly print: string;
  readonly finishedAt?: number;
  /** A request was found to be about it; another request is about another call. */
  readonly asked?: boolean;
}

/** One conversation of one agent program, or one of its subagents. */
export interface Agent {
  readonly id: AgentId;
  readonly program: string;
  readonly session: string;
  readonly parent?: AgentId;
  readonly childType?: string;
  readonly base: Base;
  readonly prompts: readonly Prompt[];
  /** Derived from `base` and `prompts`. */
  readonly state: AgentState;
  /** When `state` last changed its kind or its prompt. */
  readonly since: number;
  /** When the conversation, or the subagent, was last heard to start. */
  readonly startedAt: number;
  readonly lastActivityAt: number;
  /** When hooks last told that nothing is asked any more: a request from before is over. */
  readonly settledAt: number;
  /** The newest stamp of a session file that said busy or idle: a request from well before is over. */
  readonly readAt: number;
  /** When a prompt was last answered: a notice from before is about that one. */
  readonly answeredAt: number;
  /** The newest moment it is known to have worked, whoever told so: a failure from before is over. */
  readonly workedAt: number;
  /** When it was last seen to go from work to idleness. */
  readonly finishedAt: number;
  /** When a person last looked at it: what came about later is news. */
  readonly seenAt: number;
  /** When `facts.lastMessage` was said. */
  readonly saidAt: number;
  readonly calls: readonly Call[];
  /** What goes on in the background since the last turn ended, by id. */
  readonly background: readonly string[];
  readonly compaction?: 'manual' | 'auto';
  readonly facts: AgentFacts;
  /** The processes that spoke for this conversation and have not ended, as far as they are known. */
  readonly processes: readonly number[];
  /** When one of several processes last ended: until then any of them may have written a record. */
  readonly sharedUntil?: number;
  /** The newest event ids of this agent and its subagents, so that a repeated delivery counts once. */
  readonly seen: readonly string[];
}

/** The id of a conversation, or of one of its subagents. A slash in a session id is written so that it is none. */
export function agentId(program: string, session: string, child?: string): AgentId {
  const root = `${program}:${session.replaceAll('%', '%25').replaceAll('/', '%2F')}`;
  return child === undefined ? root : `${root}/${child}`;
}

/**
 * A row for an agent met for the first time at `at`. What it does is guessed until it says so itself, so the guess
 * is as old and as weak as can be: any evidence corrects it.
 */
export function newAgent(
  key: { readonly program: string; readonly session: string; readonly child?: Event['child'] },
  at: number,
): Agent {
  const { program, session, child } = key;
  const base: Base = {
    state: { kind: 'working' },
    at: Number.NEGATIVE_INFINITY,
    evidence: 'transcript',
  };
  return {
    id: agentId(program, session, child?.id),
    program,
    session,
    ...(child ? { parent: agentId(program, session) } : {}),
    ...(child?.type ? { childType: child.type } : {}),
    base,
    prompts: [],
    state: base.state,
    since: at,
    startedAt: Number.NEGATIVE_INFINITY,
    lastActivityAt: at,
    settledAt: Number.NEGATIVE_INFINITY,
    readAt: Number.NEGATIVE_INFINITY,
    answeredAt: Number.NEGATIVE_INFINITY,
    workedAt: Number.NEGATIVE_INFINITY,
    finishedAt: Number.NEGATIVE_INFINITY,
    seenAt: Number.NEGATIVE_INFINITY,
    saidAt: Number.NEGATIVE_INFINITY,
    calls: [],
    background: [],
    facts: {},
    processes: [],
    seen: [],
  };
}

/** After how long without a word an agent is stale. */
export const staleAfterMs = 8 * 60 * 60 * 1000;

/** Whether nothing was heard of the agent for 8 hours. Computed from the clock, never stored. */
export function isStale(agent: Agent, now: number): boolean {
  return now - agent.lastActivityAt > staleAfterMs;
}

/** Whether a person chose to answer at the agent's own prompt: the row stays pinned until that is over. */
export function isEscalated(agent: Agent): boolean {
  return agent.prompts.some(({ escalatedAt }) => escalatedAt !== undefined);
}

/** The urgency of a row. */
export function agentUrgency(agent: Agent): Urgency {
  return isEscalated(agent) ? 'attention' : urgencyOf(agent.state);
}

import type { Event, Evidence } from '../event/event.ts';
import type { AgentState, BaseState, Prompt, Urgency } from './state.ts';
import { urgencyOf } from './state.ts';

/** `program:session`, or `program:session/child` for a subagent. */
export type AgentId = string;

/** What is known of an agent besides its state; every field may be missing. */
export interface AgentFacts {
  readonly cwd?: string;
  readonly model?: string;
  readonly title?: string;
  readonly firstPrompt?: string;
  readonly lastMessage?: string;
  readonly transcript?: string;
  readonly permissionMode?: string;
  readonly pid?: number;
  /** Where the agent runs, as its surroundings name it. */
  readonly terminal?: string;
}

/** What a row stands on when nothing is asked: the state, since when, and who said so. */
export interface Standing {
  readonly state: BaseState;
  readonly at: number;
  readonly evidence: Evidence;
}

/** A tool call, kept so that a prompt can be told apart from another call of the same turn. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly print: string;
  readonly finishedAt?: number;
}

/** One conversation of one agent program, or one of its subagents. */
export interface Agent {
  readonly id: AgentId;
  readonly program: string;
  readonly session: string;
  readonly parent?: AgentId;
  readonly childType?: string;
  readonly base: Standing;
  readonly prompts: readonly Prompt[];
  /** Derived from `base` and `prompts`. */
  readonly state: AgentState;
  /** When `state` last changed its kind or its prompt. */
  readonly since: number;
  readonly startedAt: number;
  readonly lastActivityAt: number;
  /** Every prompt raised before this moment has been answered, as hooks tell. */
  readonly settledAt: number;
  readonly calls: readonly Call[];
  readonly backgroundTasks: number;
  readonly compaction?: 'manual' | 'auto';
  /** A person asked to answer at the agent's own prompt: the row stays pinned until it works again. */
  readonly escalated: boolean;
  readonly facts: AgentFacts;
  /** The newest event ids of this agent and its subagents, so that a repeated delivery counts once. */
  readonly seen: readonly string[];
}

/** The id of a conversation, or of one of its subagents. */
export function agentId(program: string, session: string, child?: string): AgentId {
  return child === undefined ? `${program}:${session}` : `${program}:${session}/${child}`;
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
  const base: Standing = {
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
    calls: [],
    backgroundTasks: 0,
    escalated: false,
    facts: {},
    seen: [],
  };
}

const staleAfterMs = 8 * 60 * 60 * 1000;

/** Whether nothing was heard of the agent for 8 hours. Computed from the clock, never stored. */
export function isStale(agent: Agent, now: number): boolean {
  return now - agent.lastActivityAt > staleAfterMs;
}

/** The urgency of a row: its state's, unless a person has to answer at the agent's own prompt. */
export function agentUrgency(agent: Agent): Urgency {
  return agent.escalated ? 'attention' : urgencyOf(agent.state);
}

import type { Event } from '../event/event.ts';
import type { Agent, AgentId } from './agent.ts';
import type { Family, Tombstone } from './agents.ts';
import { visibleState } from './prompts.ts';
import type { Prompt } from './state.ts';

/** How far a stamp may be ahead of the clock without it having been set back: timers and clocks are rounded. */
const aheadMs = 1000;
/** How long an event may be on its way and still be the newest of its agent. */
const onTheWayMs = 30_000;

/**
 * A family before an event of it that is applied at `now`. No stamp is later than the moment it was heard at, so an agent
 * with stamps in the future was heard before the clock was set back, and would be deaf until the clock has caught up.
 * Everything known of the family is moved into the past by the same time, so that the event is news.
 */
export function startEra(family: Family, event: Event, now: number): Family {
  const { root, agents, tombstones } = family;
  const ends = [...tombstones.values()].map(({ at }) => at);
  const newest = Math.max(...[...agents.values()].map(newestStamp), ...ends);
  // An event with a stamp in the future was itself heard before.
  if (newest <= now + aheadMs || event.at > now + aheadMs) {
    return family;
  }
  const byMs = newest - Math.max(event.at - 1, now - onTheWayMs);
  const earlier = (at: number) => at - byMs;
  const buried = ([id, one]: [AgentId, Tombstone]) => [id, { ...one, at: earlier(one.at) }] as const;
  return {
    root,
    agents: new Map([...agents].map(([id, agent]) => [id, movedAgent(agent, earlier)])),
    tombstones: new Map([...tombstones].map(buried)),
  };
}

type Earlier = (at: number) => number;

/** The stamps that every agent has. */
const stamps = [
  'since',
  'startedAt',
  'lastActivityAt',
  'settledAt',
  'readAt',
  'answeredAt',
  'workedAt',
  'finishedAt',
  'seenAt',
  'saidAt',
] as const satisfies readonly (keyof Agent)[];

function newestStamp(agent: Agent): number {
  const left = agent.prompts.map(({ at, escalatedAt }) => escalatedAt ?? at);
  return Math.max(agent.base.at, ...stamps.map((key) => agent[key]), ...left);
}

function movedAgent(agent: Agent, earlier: Earlier): Agent {
  const { base, prompts, calls } = agent;
  const moved: Agent = {
    ...agent,
    ...movedFields(agent, [...stamps, 'sharedUntil'], earlier),
    base: { ...base, at: earlier(base.at) },
    prompts: prompts.map((prompt) => movedPrompt(prompt, earlier)),
    calls: calls.map((call) => ({ ...call, ...movedFields(call, ['at', 'finishedAt'], earlier) })),
  };
  return { ...moved, state: visibleState(moved) };
}

function movedPrompt(prompt: Prompt, earlier: Earlier): Prompt {
  return {
    ...prompt,
    ...movedFields(prompt, ['at', 'confirmedAt', 'escalatedAt', 'onScreenAt', 'givesWayAt'], earlier),
  };
}

/** Those of these fields that are set, moved. */
function movedFields<Key extends string>(
  from: { readonly [key in Key]?: number },
  keys: readonly Key[],
  earlier: Earlier,
): { readonly [key in Key]?: number } {
  const set = keys.flatMap((key) => {
    const at = from[key];
    return at === undefined ? [] : [[key, earlier(at)] as const];
  });
  return Object.fromEntries(set) as { readonly [key in Key]?: number };
}

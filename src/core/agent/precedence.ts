import type { Evidence } from '../event/event.ts';
import type { Agent } from './agent.ts';
import type { BaseState } from './state.ts';
import { hasEnded, moreUrgent } from './state.ts';

/** Evidence, strongest first: what agents say themselves, their session file, their process, their transcript. */
export const evidences: readonly Evidence[] = ['hook', 'sessionFile', 'process', 'transcript'];

/** Whether `a` is weaker evidence than `b`. */
export function weaker(a: Evidence, b: Evidence): boolean {
  return evidences.indexOf(a) > evidences.indexOf(b);
}

/** What may make a supervised run act, strongest first. `quiet` is an idle that only weaker evidence tells of. */
export const precedence = ['signal', 'prompt', 'idle', 'quiet'] as const;

/** One of {@link precedence}. */
export type Occasion = (typeof precedence)[number];

/** Whether `a` wins over `b` when both stand for the same run. */
export function outranks(a: Occasion, b: Occasion): boolean {
  return precedence.indexOf(a) < precedence.indexOf(b);
}

/** What an event says the agent does, when it asks nothing. */
export interface Claim {
  readonly state: BaseState;
  readonly at: number;
  readonly evidence: Evidence;
  /** A fact, not an absence: an interrupt record, a session file's own word, the end of a process. */
  readonly definite: boolean;
  /** Somebody noticed that it is idle, as opposed to: its turn ended. */
  readonly notice: boolean;
}

/** One rule on whether a claim replaces what a row stands on. */
export interface Admission {
  readonly name: string;
  readonly applies: (agent: Agent, claim: Claim) => boolean;
  readonly verdict: 'take' | 'keep';
}

/** How long after a failure the session file may say that the turn is over. */
const turnEndMs = 10_000;

/** Files say idle after a failed turn too: only the transcript knows better, and it is often read second. */
function failedItsLastTurn({ base, workedAt, startedAt }: Agent, claim: Claim): boolean {
  const overByFile = base.state.kind === 'idle' && base.evidence === 'sessionFile';
  const sameTurn = claim.at >= Math.max(workedAt, startedAt, base.at - turnEndMs);
  return claim.state.kind === 'failed' && overByFile && sameTurn;
}

/** The rules, in order; the first that applies decides. */
export const admissions: readonly Admission[] = [
  {
    name: 'the end of a process wins, also late, unless the agent was started again since',
    applies: (agent, claim) => hasEnded(claim.state) && claim.at >= agent.startedAt,
    verdict: 'take',
  },
  {
    name: 'a failure counts, also when the session file told of the end of its turn first',
    applies: failedItsLastTurn,
    verdict: 'take',
  },
  {
    name: 'an older event never replaces a newer state',
    applies: (agent, claim) => claim.at < agent.base.at,
    verdict: 'keep',
  },
  {
    name: 'an idle notice never replaces an unanswered prompt',
    applies: (agent, claim) => claim.notice && agent.prompts.length > 0,
    verdict: 'keep',
  },
  {
    name: 'an idle notice never hides a failure',
    applies: (agent, claim) => claim.notice && agent.base.state.kind === 'failed',
    verdict: 'keep',
  },
  {
    name: 'an idle notice never ends work in the background',
    applies: (agent, claim) => claim.notice && !claim.definite && agent.background.length > 0,
    verdict: 'keep',
  },
  {
    name: 'equal or stronger evidence speaks',
    applies: (agent, claim) => !weaker(claim.evidence, agent.base.evidence),
    verdict: 'take',
  },
  {
    name: 'weaker evidence adds nothing to the same state',
    applies: (agent, claim) => claim.state.kind === agent.base.state.kind,
    verdict: 'keep',
  },
  {
    name: 'weaker evidence may raise urgency',
    applies: (agent, claim) => moreUrgent(claim.state, agent.base.state),
    verdict: 'take',
  },
  {
    name: 'weaker evidence lowers urgency only when it is definite',
    applies: (_, claim) => claim.definite,
    verdict: 'take',
  },
  { name: 'silence changes nothing', applies: () => true, verdict: 'keep' },
];

/** The rule that decides about a claim. */
export function admission(agent: Agent, claim: Claim): Admission {
  // The last rule applies to everything, so one is always found.
  return admissions.find((rule) => rule.applies(agent, claim)) as Admission;
}

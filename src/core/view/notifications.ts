import type { Agent, AgentId } from '../agent/agent.ts';
import type { Prompt } from '../agent/state.ts';
import type { AgentsState } from '../roster/agentsState.ts';
import type { RosterStep } from '../roster/rosterStep.ts';
import type { Run } from '../run/run.ts';
import type { RunDecision } from '../run/runDecision.ts';
import type { Offers } from './ask/offers.ts';
import { noOffers, offersOf } from './ask/offers.ts';
import { isChange } from './askPreview.ts';
import { isAskCut } from './askText.ts';
import type { NotifyKind, NotifyLevels } from './notifyKinds.ts';
import type { Occurrence } from './occurrences.ts';
import { newsOf, occurrencesIn } from './occurrences.ts';

/** One message to a person. */
export interface Toast {
  readonly key: string;
  readonly agent: AgentId;
  readonly decision?: string;
  /** What a run needs a person for. */
  readonly appeal?: RunDecision;
  /** The run that failed by a rule. */
  readonly failedRun?: Run['id'];
  readonly kind: NotifyKind;
  /** What can be said to it from here; nothing where no request of it waits in this window. */
  readonly offers: Offers;
  readonly text: string;
  /** The text does not say all that is asked: it has to be read before it is approved. */
  readonly isCut: boolean;
  /** What there is besides the usual answers. */
  readonly besides?: 'diff' | 'always';
}

/** What a message about several tells of: who needs a person, or who is done. */
type NewsBatch = 'needy' | 'done';

/** What to do about notifications. */
export type NotificationEffect =
  | { readonly type: 'showToast'; readonly toast: Toast }
  | {
      readonly type: 'showBatch';
      readonly kind: NewsBatch;
      /** What it tells of: more than one thing of an agent, perhaps. */
      readonly told: readonly Toast[];
    }
  | { readonly type: 'withdraw'; readonly key: string };

/** What is remembered of an occurrence. */
interface Seen {
  /** Whether it was this window's to tell when it was first seen; who is used last may change at any time. */
  readonly mine: boolean;
  readonly told: boolean;
  /** Whether this window takes up what was asked before it was opened; found out once, when others had their time. */
  readonly takenUp?: boolean;
  /** It was told while it could not be answered from here. */
  readonly bare?: boolean;
  /** Whether it was there at the last look, and when it was there last. */
  readonly there: boolean;
  readonly at: number;
}

/** What was told, and what was seen and not told. */
export interface NotificationMemory {
  readonly startedAt: number;
  readonly seen: ReadonlyMap<string, Seen>;
  /** When several were last told in one message. */
  readonly batchedAt: Readonly<Record<NewsBatch, number>>;
}

/** What the policy looks at. */
export interface NotificationInput {
  /** Its runs are those that this window tells of. */
  readonly state: AgentsState;
  readonly now: number;
  readonly levels: NotifyLevels;
  /** Whether these are quiet hours. */
  readonly quiet: boolean;
  /** When the other windows that live were opened. */
  readonly others: readonly number[];
  /** Whether this window answers for an agent. */
  readonly isMine: (agent: AgentId) => boolean;
  /** Whether a request waits in this window. */
  readonly isHeld: (requestId: string | undefined) => boolean;
  /** What is told, in a sentence. */
  readonly sentence: (occurrence: Occurrence) => string;
}

/** More than these at a time are told in one message. */
const most = 3;
/** How long a message about several stays on screen; another one meanwhile would only say the same. */
const batchMs = 10_000;
/** How long a request may be on its way to the window that holds it: after a reload its relay looks for that window. */
const holdMs = 10_000;
/** How long a notice waits for the request it is about, which can be answered. */
const noticeMs = 3000;
const rememberedMs = 10 * 60 * 1000;

/** The memory of a window that was opened at `startedAt`; what was over before is no news. */
export function noNotifications(startedAt: number): NotificationMemory {
  const never = Number.NEGATIVE_INFINITY;
  return { startedAt, seen: new Map(), batchedAt: { needy: never, done: never } };
}

/**
 * What is to be told now. Each occurrence is told once, by one window: a request by the one that holds it, anything
 * else by the one whose it was when it came about. What came in quiet hours and still stands is told after them.
 */
export function notificationsDue(
  memory: NotificationMemory,
  input: NotificationInput,
): { readonly memory: NotificationMemory; readonly effects: readonly NotificationEffect[] } {
  const { now, quiet } = input;
  // Neither is later than now, unless the clock was set back: then the window is as good as new.
  const startedAt = Math.min(memory.startedAt, now);
  const batchedAt = {
    needy: Math.min(memory.batchedAt.needy, now),
    done: Math.min(memory.batchedAt.done, now),
  };
  const current = newsIn(input, startedAt);
  // That something was told is remembered for a while: it may seem to be over, and come back.
  const past = [...memory.seen].filter(([, { at }]) => now - at < rememberedMs);
  const seen = new Map(past.map(([key, one]) => [key, { ...one, there: false }]));
  for (const one of current) {
    const { key, agent, appeal, failedRun } = one;
    const known = seen.get(key);
    const isOfRun = appeal !== undefined || failedRun !== undefined;
    const { mine = isOfRun || input.isMine(agent), told = false } = known ?? {};
    const takenUp = known?.takenUp ?? takesUp(one, input, startedAt);
    seen.set(key, {
      ...known,
      mine,
      told,
      there: true,
      at: now,
      ...(takenUp === undefined ? {} : { takenUp }),
    });
  }
  const effects: NotificationEffect[] = past
    .filter(([key, { there, told }]) => there && told && !seen.get(key)?.there)
    .map(([key]) => ({ type: 'withdraw', key }));
  const toTell = quiet ? [] : current.filter((one) => isToTell(one, seen, input, startedAt));
  // A run that failed needs nobody, and stands for a day: it is told by itself.
  for (const one of toTell.filter(({ key, failedRun }) => failedRun && !seen.get(key)?.told)) {
    effects.push({ type: 'showToast', toast: toastOf(one, input) });
    seen.set(one.key, { mine: true, told: true, there: true, at: now });
  }
  for (const kind of ['needy', 'done'] as const) {
    const group = toTell.filter((one) => !one.failedRun && (one.kind === 'idle') === (kind === 'done'));
    // What could only be told is told again when it can be answered.
    const isNew = ({ key, decision }: Occurrence) => {
      const { told, bare } = seen.get(key) ?? {};
      return !told || (bare === true && input.isHeld(decision?.prompt.requestId));
    };
    const fresh = group.filter(isNew);
    if (fresh.length === 0) {
      continue;
    }
    if (group.length <= most) {
      effects.push(...fresh.map((one) => ({ type: 'showToast' as const, toast: toastOf(one, input) })));
    } else if (now - batchedAt[kind] >= batchMs) {
      effects.push({ type: 'showBatch', kind, told: group.map((one) => toastOf(one, input)) });
      batchedAt[kind] = now;
    } else {
      continue;
    }
    for (const { key, decision } of fresh) {
      const bare = decision !== undefined && !input.isHeld(decision.prompt.requestId);
      seen.set(key, { ...seen.get(key), mine: true, told: true, bare, there: true, at: now });
    }
  }
  return { memory: { startedAt, seen, batchedAt }, effects };
}

/** What there is to be told; what the person no longer wants to hear of is as if it were over. */
function newsIn(
  { state, levels }: Pick<NotificationInput, 'state' | 'levels'>,
  startedAt: number,
): readonly Occurrence[] {
  return occurrencesIn(state, (kind) => levels[kind] === 'notify').filter(
    // A decision that waits is news whenever the window opened.
    ({ at, decision, appeal }) => decision !== undefined || appeal !== undefined || at >= startedAt,
  );
}

/** Whether a step may have changed what there is to be told. Most only say what an agent at work does. */
export function mayBeNews({ agents, runs }: Pick<RosterStep, 'agents' | 'runs'>): boolean {
  const isTold = (agent: Agent | undefined) => agent !== undefined && newsOf(agent).length > 0;
  return runs.length > 0 || agents.some(({ before, after }) => isTold(before) || isTold(after));
}

/**
 * The agents of which {@link notificationsDue} wants to know whose they are: there is news of them, and it was not found
 * out yet whose that is.
 */
export function agentsToPlace(
  { startedAt, seen }: NotificationMemory,
  { now, ...looked }: Pick<NotificationInput, 'state' | 'levels' | 'now'>,
): readonly Agent[] {
  const ids = newsIn(looked, Math.min(startedAt, now)).flatMap(({ key, agent, at }) => {
    const known = seen.get(key);
    // What is about to be forgotten will be new again.
    const isKnown = known !== undefined && now - known.at < rememberedMs / 2;
    const isOpen = at < startedAt && known?.takenUp === undefined;
    return isKnown && !isOpen ? [] : [agent];
  });
  return [...new Set(ids)].flatMap((id) => looked.state.agents.get(id) ?? []);
}

function isToTell(
  { key, at, decision }: Occurrence,
  seen: ReadonlyMap<string, Seen>,
  { isHeld, now }: NotificationInput,
  startedAt: number,
): boolean {
  const { mine = false, takenUp = false } = seen.get(key) ?? {};
  const requestId = decision?.prompt.requestId;
  if (decision === undefined) {
    return mine;
  }
  const patienceMs = requestId === undefined ? noticeMs : holdMs;
  const isOurs = at >= startedAt ? mine : takenUp;
  // A window that has just opened gives every request time to find it.
  return isHeld(requestId) || (isOurs && now - startedAt >= holdMs && now - at >= patienceMs);
}

/**
 * Whether this window tells of what was asked before it was opened: not where another window was there to tell of it,
 * else where it is its own by the time that all had to find it. Nothing is said before that time.
 */
function takesUp(
  { at, agent }: Occurrence,
  { now, others, isMine }: NotificationInput,
  startedAt: number,
): boolean | undefined {
  if (at >= startedAt || now - startedAt < holdMs) {
    return undefined;
  }
  const wasTold = others.some((opened) => opened <= at || opened + holdMs <= startedAt);
  return !wasTold && isMine(agent);
}

function toastOf(occurrence: Occurrence, { sentence, isHeld, state }: NotificationInput): Toast {
  const { key, agent, kind, decision, appeal, failedRun } = occurrence;
  const named = {
    ...(decision ? { decision: decision.id } : {}),
    ...(appeal ? { appeal: appeal.decision } : {}),
    ...(failedRun ? { failedRun: failedRun.id } : {}),
  };
  const offers = isHeld(decision?.prompt.requestId) ? offersOf(decision?.prompt) : noOffers;
  const text = sentence(occurrence);
  const isCut = decision !== undefined && isAskCut(decision, state.agents);
  const besides = decision && besidesOf(decision.prompt, offers);
  return { key, agent, kind, offers, ...named, text, isCut, ...(besides ? { besides } : {}) };
}

function besidesOf(prompt: Prompt, offers: Offers): Toast['besides'] {
  return isChange(prompt) ? 'diff' : offers.has('always') ? 'always' : undefined;
}

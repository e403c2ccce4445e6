import type { AgentId } from '../agent/agent.ts';
import type { Change } from '../agent/change.ts';
import type { AgentState } from '../agent/state.ts';
import { hasEnded } from '../agent/state.ts';
import type { Event } from '../event/event.ts';
import { wasDismissed, withDismissed } from './dismissed.ts';
import { isSetBack } from './isSetBack.ts';
import { withoutSignal } from './laterPrompts.ts';
import { tellsIdle } from './occasions.ts';
import type { Rows } from './rows.ts';
import type { Run } from './run.ts';
import { runEnded } from './run.ts';
import { aboutPrompt } from './runDecision.ts';
import type { RunStepped } from './runEffect.ts';
import { settled, soonMs, withoutDecision, withoutLeaving, withPending, withTranscript } from './runSteps.ts';
import { withoutGates } from './withoutGates.ts';
import { endOf } from './wrapped.ts';

/** How long after a nudge work is the nudge's own doing, unless a person wrote to the agent. */
const nudgeEchoMs = 60_000;

/** What an event of its agents means to a run besides what it acts on: what it waited for may be over. */
export function goOn(run: Run, event: Event, root: AgentId, rows: Rows): RunStepped {
  const change = rows.changes.find(({ before, after }) => (after ?? before)?.id === root);
  if (run.leaving === root) {
    return leave(run, root, event, change);
  }
  if (runEnded(run) || run.agent !== root) {
    return { run, effects: [] };
  }
  const state = change?.after?.state;
  const works = state?.kind === 'working' || isWrittenAnew(run, event);
  const steps: readonly Step[] = [
    heard(event, change),
    told(event),
    back(event),
    newTurn(event),
    idleAgain(event, change),
    promptOver(event, rows.prompts, isInTurn(state)),
    ...(works ? [working(event, change), sentOn(change)] : []),
  ];
  return { run: steps.reduce((now, step) => step(now), run), effects: [] };
}

type Step = (run: Run) => Run;

/** The agent of the last step is ended when its turn is over. */
function leave(run: Run, root: AgentId, event: Event, change: Change | undefined): RunStepped {
  const rest = withoutLeaving(run);
  const state = change?.after?.state;
  const end = endOf(run, root, run.leavingLaunch);
  if (change && (!state || hasEnded(state))) {
    // What ran it may be about to run the next.
    return { run: rest, effects: end.launch === undefined ? [] : [end] };
  }
  const isTurnEnd = !event.child && (event.type === 'turnEnded' || event.type === 'turnFailed');
  if (isTurnEnd || (state && !isInTurn(state))) {
    return { run: rest, effects: [end] };
  }
  // Nobody answers what it asks now, so it cannot end its turn.
  const isStuck = state?.kind === 'prompting' && change?.before?.state.kind !== 'prompting';
  return { run, effects: isStuck ? [{ ...end, afterMs: soonMs }] : [] };
}

/** Whether an agent is in the middle of a turn. */
export function isInTurn(state: AgentState | undefined): boolean {
  return state?.kind === 'working' || state?.kind === 'prompting';
}

/** An agent that was started is there. What the process before it left behind may still be read, and says nothing. */
function heard({ type, evidence, facts }: Event, change: Change | undefined): Step {
  const isEnd = type === 'processEnded' || type === 'processLost' || type === 'sessionEnded';
  const isFormer = facts?.pid !== undefined && facts.pid === change?.before?.facts.pid;
  const speaks =
    type === 'sessionStarted' || ((evidence === 'hook' || evidence === 'sessionFile') && !isEnd && !isFormer);
  return (run) => {
    const { rowless, ...rest } = run;
    const now = speaks && rowless ? rest : run;
    return speaks && now.pending?.kind === 'start' ? settled(now) : now;
  };
}

function told({ evidence, child, facts }: Event): Step {
  const transcript = evidence === 'hook' && !child ? facts?.transcript : undefined;
  return (run) => (transcript === undefined ? run : withTranscript(run, transcript));
}

/** Somebody started the agent again: nothing has to be done about its end. */
function back({ type }: Event): Step {
  return (run) => {
    if (type !== 'sessionStarted') {
      return run;
    }
    const now = isDeadWait(run.pending) ? settled(run) : run;
    return withoutGates(now, ({ trigger }) => trigger === 'on_dead');
  };
}

function isDeadWait(pending: Run['pending']): boolean {
  return pending?.kind === 'cooldown' && pending.trigger === 'on_dead';
}

function newTurn(event: Event): Step {
  return (run) => {
    if (!isWritten(event)) {
      return run;
    }
    const { nudgedAt, signalAt = 0 } = run;
    const bare = run.blocks > 0 ? { ...run, blocks: 0 } : run;
    const now = event.at > signalAt ? withoutSignal(bare) : bare;
    const isLate = nudgedAt !== undefined && event.at < nudgedAt && !isSetBack(event.at, nudgedAt);
    return nudgedAt === undefined || isLate ? now : written(now, event.at);
  };
}

/** Somebody wrote to the agent after a nudge: the nudge itself, once, if it was typed; else a person. */
function written(run: Run, at: number): Run {
  const { typedAt, ...heard } = run;
  if (typedAt !== undefined && Math.abs(at - typedAt) < nudgeEchoMs) {
    return heard;
  }
  const { nudgedAt: _, ...own } = heard;
  return own;
}

function isWritten({ type, child }: Event): boolean {
  return type === 'promptSubmitted' && !child;
}

/** Whether somebody wrote to an agent that is not known to work by that, because the clock was set back. */
function isWrittenAnew({ decision }: Run, event: Event): boolean {
  return isWritten(event) && decision !== undefined && isSetBack(event.at, decision.openedAt);
}

/** To hear once more that an agent is idle is no movement. */
function idleAgain(event: Event, change: Change | undefined): Step {
  return (run) => {
    const { pending } = run;
    const { before, after } = change ?? {};
    return pending?.kind === 'grace' &&
      before &&
      after?.state.kind === 'idle' &&
      tellsIdle(event) &&
      before.lastActivityAt <= pending.activityAt
      ? withPending(run, { ...pending, activityAt: Math.max(pending.activityAt, after.lastActivityAt) })
      : run;
  };
}

/** What the agent asked was answered, is asked no more, or turned out to be something else. */
function promptOver(event: Event, prompts: Rows['prompts'], inTurn: boolean): Step {
  return (run) => {
    const { standing, ...rest } = run;
    const isOpen = (id: string) => prompts.has(id) && prompts.get(id)?.escalatedAt === undefined;
    const gates = run.gates.filter(({ prompt }) => prompt === undefined || isOpen(prompt));
    // What is asked then, and nothing is done about, may be the same under another name.
    const isLost = gates.length === 0 && run.gates.length > 0 && run.decision === undefined;
    const now = standing === 'prompt' && (prompts.size === 0 || isLost) ? rest : run;
    const left = gates.length === now.gates.length ? now : { ...now, gates };
    const { decision } = left;
    if (decision?.prompt === undefined) {
      return left;
    }
    const prompt = prompts.get(decision.prompt);
    if (prompt) {
      const revised = aboutPrompt(decision, prompt);
      const isQuiet = decision.dismissed || (revised.source !== 'gate' && wasDismissed(left, prompt));
      const known = isQuiet ? withDismissed(left, prompt) : left;
      const told = isQuiet && !revised.dismissed ? { ...revised, dismissed: true as const } : revised;
      return told === decision ? known : { ...known, decision: told };
    }
    // Who ended, or was sent back to its input, does not work again; and what a nudge made it ask is the nudge's doing.
    return inTurn && !echoes(left, event) ? resumed(left) : { ...resumed(left), attempts: left.attempts };
  };
}

/** The agent works again: nobody has to tell it to. What is done about its end waits for its next start. */
function working(event: Event, change: Change | undefined): Step {
  return (run) => {
    const left = withoutGates(run, (gate) => gate.prompt === undefined && gate.trigger !== 'on_dead');
    const { standing, pending, ...rest } = left;
    const isWait = pending?.kind === 'grace' || (pending?.kind === 'cooldown' && !isDeadWait(pending));
    const now: Run = {
      ...rest,
      ...(standing === 'prompt' ? { standing } : {}),
      ...(pending && !isWait ? { pending } : {}),
    };
    const stood = standing !== undefined && standing !== 'prompt';
    const changed = isWait || stood || left !== run;
    return isOver(run, event, change) && !echoes(run, event) ? resumed(now) : changed ? now : run;
  };
}

/** Whether what happens is the doing of a nudge. */
function echoes({ nudgedAt }: Run, { at }: Event): boolean {
  return nudgedAt !== undefined && at - nudgedAt < nudgeEchoMs;
}

/** The agent works that a person had go on: everything counts anew, also where that was by a nudge. */
function sentOn(change: Change | undefined): Step {
  return (run) => {
    const { sentOnAt, ...rest } = run;
    const isUnderWay = run.pending?.kind !== 'start' && run.pending?.kind !== 'end';
    return sentOnAt !== undefined && isUnderWay && (change?.after?.workedAt ?? 0) > sentOnAt
      ? { ...rest, attempts: {} }
      : run;
  };
}

/**
 * Whether work makes a decision needless. What arrives late tells of work from before, and the turn in which an agent
 * asks for a person goes on after that.
 */
function isOver(run: Run, event: Event, change: Change | undefined): boolean {
  const { status, decision } = run;
  if (status !== 'waiting' || !decision || decision.prompt !== undefined) {
    return false;
  }
  const again = decision.source !== 'signal' || isWritten(event) || !isInTurn(change?.before?.state);
  return again && ((change?.after?.workedAt ?? 0) > decision.openedAt || isWrittenAnew(run, event));
}

/** The person, or the agent, went on without an answer to the run; everything counts anew. */
function resumed(run: Run): Run {
  const { sentOnAt: _, ...rest } = withoutDecision(run);
  return { ...rest, attempts: {} };
}

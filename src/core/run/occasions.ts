import type { AgentId } from '../agent/agent.ts';
import type { Change } from '../agent/change.ts';
import { decisionsOf } from '../decision/decision.ts';
import type { Event } from '../event/event.ts';
import type { Cause } from './actOn.ts';
import type { Moment } from './guards.ts';

/** Something that may make a run act: how strong it is, and what it is about. */
export interface Happened {
  /** A signal is none of these: it ends the run, or asks for a person. */
  readonly occasion: Exclude<Moment['occasion'], 'signal'>;
  readonly cause: Cause;
}

/** What the changes of an event may make a run do, in order. */
export function occasionsOf(event: Event, root: AgentId, changes: readonly Change[]): readonly Happened[] {
  const known = new Set(changes.flatMap(({ before }) => decisionsOf(before)).map(({ id }) => id));
  const opened = changes.flatMap(({ after }) => decisionsOf(after)).filter(({ id }) => !known.has(id));
  const happened: Happened[] = opened.map(({ prompt }) => ({
    occasion: 'prompt',
    cause: { trigger: 'on_prompt', prompt },
  }));
  const leaves = event.type === 'sessionEnded' && !livesOn(event.reason);
  const { before, after } = changes.find((change) => change.after?.id === root) ?? {};
  // A conversation that another of its processes goes on with has a row.
  if (leaves && !after && changes.some((change) => change.before?.id === root)) {
    happened.push({ occasion: 'dead', cause: { trigger: 'on_dead' } });
  }
  const moved = after !== undefined && before?.state.kind !== after.state.kind;
  // A turn that ended in an error was acted on as that; to have it go on would only meet the error again.
  const failed = event.type === 'turnEnded' && before?.state.kind === 'failed';
  if (after?.state.kind === 'idle' && tellsIdle(event) && !failed) {
    happened.push({
      occasion: event.evidence === 'hook' ? 'idle' : 'quiet',
      cause: { trigger: 'on_idle' },
    });
  } else if (moved && after.state.kind === 'failed') {
    happened.push({ occasion: 'error', cause: { trigger: 'on_error', error: after.state.error } });
  } else if (moved && after.state.kind === 'exited') {
    const { code } = after.state;
    const cause = { trigger: 'on_dead', ...(code === undefined ? {} : { code }) } as const;
    happened.push({ occasion: 'dead', cause });
  } else if (moved && after.state.kind === 'gone') {
    happened.push({ occasion: 'dead', cause: { trigger: 'on_dead' } });
  }
  return happened;
}

/** Whether a process goes on with another conversation, by why it left the last one or began this one. */
export function livesOn(reason: string | undefined): boolean {
  return reason === 'clear' || reason === 'resume';
}

/** Whether an event says of a conversation that it is idle. */
export function tellsIdle(event: Event): boolean {
  return (
    event.child === undefined &&
    ['turnEnded', 'idleNoticed', 'quietNoticed', 'idleRead', 'turnInterrupted'].includes(event.type)
  );
}

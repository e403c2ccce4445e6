import type { TriggerId } from '../hookfile/triggers.ts';
import type { HookEvent } from './hookEvent.ts';
import { noSession, toolOf } from './hookEvent.ts';

/** An event that is written in the words of the format already. What is missing is filled in. */
export function specEvent(
  value: Readonly<Record<string, unknown>>,
  trigger: TriggerId,
  missing: { readonly timestamp: string; readonly workDir: string },
): HookEvent {
  const {
    event_type: _,
    timestamp,
    session_id,
    work_dir,
    tool_name: _n,
    tool_input: _i,
    tool_use_id: _u,
    ...fields
  } = value;
  const text = (one: unknown, other: string) => (typeof one === 'string' && one !== '' ? one : other);
  return {
    trigger,
    timestamp: text(timestamp, missing.timestamp),
    sessionId: text(session_id, noSession),
    workDir: text(work_dir, missing.workDir),
    ...toolOf(value),
    fields,
  };
}

import type { TriggerId } from '../hookfile/triggers.ts';
import type { HookEvent } from './hookEvent.ts';

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
    tool_name,
    tool_input,
    tool_use_id,
    ...fields
  } = value;
  const text = (one: unknown, other: string) => (typeof one === 'string' && one !== '' ? one : other);
  return {
    trigger,
    timestamp: text(timestamp, missing.timestamp),
    sessionId: text(session_id, 'none'),
    workDir: text(work_dir, missing.workDir),
    ...(typeof tool_name === 'string'
      ? {
          tool: {
            name: tool_name,
            input: tool_input ?? {},
            ...(typeof tool_use_id === 'string' ? { useId: tool_use_id } : {}),
          },
        }
      : {}),
    fields,
  };
}

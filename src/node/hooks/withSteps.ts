import type { HookEvent } from '../../core/hookrun/hookEvent.ts';
import { stepFields, transcriptSteps } from '../../core/hookrun/transcriptSteps.ts';
import { readBounded } from './readBounded.ts';

/** An agent waits: what is longer is not read. */
const mostBytes = 32 * 1024 * 1024;

/** The same event with how many steps its transcript tells of; as it is where that cannot be read. Never throws. */
export async function withSteps(event: HookEvent, transcript: unknown, now: number): Promise<HookEvent> {
  if (
    typeof transcript !== 'string' ||
    (event.trigger !== 'session_end' && event.trigger !== 'before_stop')
  ) {
    return event;
  }
  const start = await readBounded(transcript, mostBytes).catch(() => undefined);
  const steps =
    start && !start.isCut ? transcriptSteps(start.bytes.toString('utf8'), event.sessionId) : undefined;
  return steps ? { ...event, fields: { ...stepFields(event.trigger, steps, now), ...event.fields } } : event;
}

import type { TriggerId } from '../hookfile/triggers.ts';
import { toolWords } from './toolWords.ts';

/** One moment of an agent in the words of the format: what a script is given, without the name of the event. */
export interface HookEvent {
  readonly trigger: TriggerId;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly sessionId: string;
  /** The folder the agent works in, where scripts run; empty where it is not known. */
  readonly workDir: string;
  readonly tool?: {
    readonly name: string;
    readonly input: unknown;
    readonly useId?: string;
    /** The end of the input did not arrive: nobody knows what else is in it. */
    readonly isCut?: true;
  };
  /** The other fields of this moment, by their names in the format; what the agent does not give is left out. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The session of an event that names none. */
export const noSession = 'none';

/** The tool that a payload is about: agents and the format have the same names for it. */
export function toolOf({
  tool_name: name,
  tool_input: input,
  tool_use_id: useId,
}: Readonly<Record<string, unknown>>): Pick<HookEvent, 'tool'> {
  return typeof name === 'string'
    ? { tool: { name, input: input ?? {}, ...(typeof useId === 'string' ? { useId } : {}) } }
    : {};
}

/** What a script reads: `eventType` is the name that its hook has for the trigger. */
export function scriptInput(event: HookEvent, eventType: string): Readonly<Record<string, unknown>> {
  const { timestamp, sessionId, workDir, tool, fields } = event;
  return {
    event_type: eventType,
    timestamp,
    session_id: sessionId,
    ...(workDir === '' ? {} : { work_dir: workDir }),
    ...(tool ? { tool_name: tool.name, tool_input: tool.input, ...toolWords(tool) } : {}),
    ...(tool?.useId === undefined ? {} : { tool_use_id: tool.useId }),
    ...fields,
    context: fields.context ?? {},
  };
}

/** The same moment with another input of its tool. */
export function withInput(event: HookEvent, input: unknown): HookEvent {
  return event.tool ? { ...event, tool: { ...event.tool, input } } : event;
}

import type { TriggerId } from '../../../core/hookfile/triggers.ts';
import type { HookEvent } from '../../../core/hookrun/hookEvent.ts';
import { noSession, toolOf } from '../../../core/hookrun/hookEvent.ts';
import { spacedJson } from '../../../core/hookrun/spacedJson.ts';
import type { HookVerdict } from '../../../core/hookrun/verdict.ts';
import { clip } from '../../../core/text/clip.ts';
import type { Payload } from '../../../core/wire/payload.ts';

/** A payload of a program in the words of the format. A guard holds, whatever the payload leaves out. */
export function hookEventOf(
  program: string,
  payload: Payload,
  trigger: TriggerId,
  timestamp: string,
): HookEvent {
  const { session_id, cwd } = payload;
  return {
    trigger,
    timestamp,
    sessionId: typeof session_id === 'string' && session_id !== '' ? session_id : noSession,
    workDir: typeof cwd === 'string' ? cwd : '',
    ...toolOf(payload),
    fields: { ...known(fieldsOf(payload, trigger)), context: contextOf(program, payload) },
  };
}

function fieldsOf(payload: Payload, trigger: TriggerId): Payload {
  switch (trigger) {
    case 'session_start':
      return { model: payload.model };
    case 'session_end':
      return { exit_reason: payload.reason };
    case 'before_agent':
      return { user_input: payload.prompt };
    case 'after_agent':
    case 'post-agent-turn-stop':
      return { final_message: messageOf(payload) };
    case 'before_stop':
      return { stop_reason: 'no_tool_calls', final_message: messageOf(payload) ?? null };
    case 'after_tool':
      return { tool_output: payload.tool_response, duration_ms: payload.duration_ms };
    case 'after_tool_failure':
      return { error: payload.error, duration_ms: payload.duration_ms };
    case 'subagent_start':
      return { subagent_name: payload.agent_id, subagent_type: payload.agent_type };
    case 'subagent_stop':
      return {
        subagent_name: payload.agent_id,
        subagent_type: payload.agent_type,
        final_message: messageOf(payload),
      };
    case 'before_tool':
    case 'pre_compact':
    case 'post-context-compact':
      return {};
  }
}

/** What the program says besides: by its own names. */
function contextOf(program: string, payload: Payload): Payload {
  const { permission_mode, transcript_path, source, trigger, custom_instructions, stop_hook_active } =
    payload;
  const { agent_id, agent_type } = payload;
  return known({
    program,
    permission_mode,
    transcript_path,
    source,
    trigger,
    custom_instructions,
    stop_hook_active,
    agent_id,
    agent_type,
  });
}

/** What a payload says of the transcript: where it is, and what the model said last. */
export function toldOfTranscript({
  transcript_path: transcript,
  last_assistant_message: finalMessage,
}: Payload) {
  return { transcript, finalMessage };
}

function messageOf({ last_assistant_message }: Payload): Payload | undefined {
  return typeof last_assistant_message === 'string'
    ? { role: 'assistant', content: last_assistant_message }
    : undefined;
}

/** The fields that have a value. */
export function known(fields: Payload): Payload {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * Which hooks run at an event of a program that has the events of Claude Code, one kind after the other. Whoever lacks
 * one of them leaves it out.
 */
export const eventTriggers = {
  SessionStart: ['session_start'],
  SessionEnd: ['session_end'],
  UserPromptSubmit: ['before_agent'],
  Stop: ['before_stop', 'after_agent', 'post-agent-turn-stop'],
  PreToolUse: ['before_tool'],
  PostToolUse: ['after_tool'],
  PostToolUseFailure: ['after_tool_failure'],
  SubagentStart: ['subagent_start'],
  SubagentStop: ['subagent_stop'],
  PreCompact: ['pre_compact'],
  PostCompact: ['post-context-compact'],
} as const satisfies Readonly<Record<string, readonly TriggerId[]>>;

/** What a program makes of what hooks say. */
export interface Heeded {
  /** The events that it lets a hook block. */
  readonly blocks: ReadonlySet<string>;
  /** The events at which it takes a text for its model. */
  readonly takes: ReadonlySet<string>;
}

/** What a model gets to read of one text: a script may write a million characters, and all of them cost. */
const longestText = 10_000;

/** A text of a script as a model gets it. */
export function shortened(text: string | undefined): string | undefined {
  return text === undefined || text.length <= longestText ? text : `${clip(text, longestText)}…`;
}

/** What the program is to read, or nothing where nobody has anything to say. */
export function hookReply(event: string, verdict: HookVerdict, { blocks, takes }: Heeded): string {
  const { decision, modifiedInput } = verdict;
  const reason = shortened(verdict.reason);
  const additionalContext = shortened(verdict.additionalContext);
  const specific: Record<string, unknown> = {};
  const whole: Record<string, unknown> = {};
  if (event === 'PreToolUse') {
    if (decision !== 'none') {
      specific.permissionDecision = decision;
      if (reason !== undefined) {
        specific.permissionDecisionReason = reason;
      }
    }
    if (modifiedInput && decision !== 'deny') {
      specific.updatedInput = modifiedInput;
    }
  } else if (decision === 'deny' && blocks.has(event)) {
    whole.decision = 'block';
    whole.reason = reason ?? '';
  }
  if (additionalContext !== undefined && takes.has(event)) {
    specific.additionalContext = additionalContext;
  }
  if (Object.keys(specific).length > 0) {
    whole.hookSpecificOutput = { hookEventName: event, ...specific };
  }
  // However deep the input is that a hook made.
  return Object.keys(whole).length > 0 ? spacedJson(whole) : '';
}

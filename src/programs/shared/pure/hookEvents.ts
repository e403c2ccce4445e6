import type { AgentFacts } from '../../../core/event/agentFacts.ts';
import type { Ask, PromptKind } from '../../../core/event/ask.ts';
import { mcpReason } from '../../../core/event/ask.ts';
import { errorClass } from '../../../core/event/errorClass.ts';
import type { Event, EventHead, Happening, SessionSource } from '../../../core/event/event.ts';
import { keptMessage } from '../../../core/event/keptMessage.ts';
import { clip } from '../../../core/text/clip.ts';
import type { HookPayload } from './hookPayload.ts';
import { askedQuestions, hookPayload, shownPlan } from './hookPayload.ts';

const keptText = 1000;

/** What one program says in its own way, of those that have payloads in the style of Claude Code. */
export interface HookDialect {
  /** The program, in ids. */
  readonly program: string;
  /** What a tool that is itself a prompt asks; `undefined` for every ordinary tool. */
  readonly kindOfTool: (tool: string) => PromptKind | undefined;
  /** The field of a tool's input that a person may change before they approve it. */
  readonly editableField: (tool: string, input: unknown) => Ask['editable'];
  /** What a rule would do that the program proposes to remember, in words. */
  readonly ruleEffect?: (rule: unknown) => string;
  /** The kinds of notifications that somebody is asked by, and what they ask. */
  readonly notices: ReadonlyMap<string, Ask>;
  /** It tells of the start of a tool only once nothing is asked about it any more. */
  readonly startsAllowed?: true;
  /** It tells of the start of a conversation together with its first prompt, and nobody knows in which order. */
  readonly startsPrompted?: true;
  /** Whether what is submitted is no prompt of the person's. */
  readonly isInjected: (payload: HookPayload) => boolean;
}

/**
 * What a hook payload says happened. `undefined` for what is no payload and for an event that lacks the one field it is
 * about; an event of an unknown name is only noted.
 */
export function parseHookEvent(
  payload: unknown,
  head: { id: string; at: number },
  dialect: HookDialect,
): Event | undefined {
  const parsed = hookPayload.safeParse(payload);
  if (!parsed.success) {
    return undefined;
  }
  const { data } = parsed;
  const read = happenings.get(data.hook_event_name);
  const happening: Happening | undefined = read ? read(data, dialect) : { type: 'noted' };
  if (!happening) {
    return undefined;
  }
  const child = data.agent_id
    ? { id: data.agent_id, ...(data.agent_type ? { type: data.agent_type } : {}) }
    : undefined;
  const facts = factsOf(data, dialect);
  const event: EventHead = {
    id: head.id,
    at: head.at,
    program: dialect.program,
    session: data.session_id,
    evidence: 'hook',
    ...(child ? { child } : {}),
    ...(facts ? { facts } : {}),
  };
  return { ...event, ...happening };
}

type Read = (payload: HookPayload, dialect: HookDialect) => Happening | undefined;

const happenings: ReadonlyMap<string, Read> = new Map<string, Read>([
  [
    'SessionStart',
    ({ source }, { startsPrompted }) => ({
      type: 'sessionStarted',
      source: sourceOf(source),
      ...(startsPrompted ? { prompted: true } : {}),
    }),
  ],
  ['SessionEnd', ({ reason }) => ({ type: 'sessionEnded', ...(reason ? { reason } : {}) })],
  ['Setup', () => ({ type: 'setupStarted' })],
  [
    'UserPromptSubmit',
    (payload, { isInjected }) => ({ type: isInjected(payload) ? 'workNoticed' : 'promptSubmitted' }),
  ],
  ['PreToolUse', toolStarted],
  ['PostToolUse', (payload) => toolFinished(payload, false)],
  ['PostToolUseFailure', (payload) => toolFinished(payload, true)],
  ['PostToolBatch', () => ({ type: 'toolBatchFinished' })],
  [
    'PermissionDenied',
    ({ tool_name: tool, tool_use_id }) =>
      tool ? { type: 'toolRefused', tool, ...call(tool_use_id) } : undefined,
  ],
  ['PermissionRequest', permissionRequested],
  ['Elicitation', () => ({ type: 'promptShown', ask: mcpInput, generic: false })],
  ['ElicitationResult', () => ({ type: 'promptClosed' })],
  ['Notification', noticed],
  ['Stop', (payload) => turnEnded(payload)],
  ['StopFailure', (payload) => turnFailed(payload)],
  ['Interrupt', () => ({ type: 'turnInterrupted' })],
  ['SubagentStart', ({ agent_id }) => (agent_id ? { type: 'subagentStarted' } : undefined)],
  ['SubagentStop', ({ agent_id }) => (agent_id ? { type: 'subagentStopped' } : undefined)],
  [
    'PreCompact',
    ({ trigger }) => ({ type: 'compactionStarted', trigger: trigger === 'auto' ? 'auto' : 'manual' }),
  ],
  [
    'PostCompact',
    ({ trigger }) => ({ type: 'compactionFinished', trigger: trigger === 'auto' ? 'auto' : 'manual' }),
  ],
]);

/** The server of a tool asks the person for input. */
export const mcpInput: Ask = { kind: 'other', reason: mcpReason };

function sourceOf(source: string | undefined): SessionSource {
  const sources = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
  return sources.find((known) => known === source) ?? 'other';
}

function call(id: string | undefined): { callId?: string } {
  return id ? { callId: id } : {};
}

function toolStarted(
  { tool_name: tool, tool_use_id, tool_input: input }: HookPayload,
  dialect: HookDialect,
): Happening | undefined {
  if (!tool) {
    return undefined;
  }
  const asks = !dialect.startsAllowed && dialect.kindOfTool(tool) !== undefined;
  return {
    type: 'toolStarted',
    tool,
    ...call(tool_use_id),
    input,
    ...(asks ? { ask: toolAsk(tool, input, dialect) } : {}),
    ...(dialect.startsAllowed ? { allowed: true } : {}),
  };
}

function toolFinished(payload: HookPayload, failed: boolean): Happening | undefined {
  const { tool_name: tool, tool_use_id, tool_input: input } = payload;
  return tool ? { type: 'toolFinished', tool, failed, ...call(tool_use_id), input } : undefined;
}

function permissionRequested(payload: HookPayload, dialect: HookDialect): Happening {
  const { tool_name: tool, tool_input: input, permission_suggestions: rules = [] } = payload;
  const { ruleEffect } = dialect;
  const suggests = ruleEffect && rules.length > 0 ? { suggests: rules.map(ruleEffect) } : {};
  return tool
    ? { type: 'promptShown', ask: { ...toolAsk(tool, input, dialect), ...suggests }, generic: false }
    : { type: 'promptShown', ask: { kind: 'permission', reason: 'Permission' }, generic: true };
}

function toolAsk(tool: string, input: unknown, { kindOfTool, editableField }: HookDialect): Ask {
  const kind = kindOfTool(tool);
  const questions = askedQuestions.safeParse(input).data?.questions;
  const plan = shownPlan.safeParse(input).data?.plan;
  const editable = kind === undefined ? editableField(tool, input) : undefined;
  return {
    kind: kind ?? 'permission',
    reason: kind ? tool : `Permission for ${tool}`,
    tool,
    input,
    ...(kind === 'question' && questions ? { questions } : {}),
    ...(kind === 'plan_approval' && plan !== undefined ? { plan } : {}),
    ...(editable ? { editable } : {}),
  };
}

function noticed({ notification_type, message }: HookPayload, { notices }: HookDialect): Happening {
  if (notification_type === 'idle_prompt') {
    return { type: 'idleNoticed' };
  }
  const ask = notices.get(notification_type ?? '');
  return ask
    ? { type: 'promptShown', ask: message ? { ...ask, message } : ask, generic: true }
    : { type: 'noted' };
}

const finishedTask = new Set(['completed', 'failed', 'killed', 'stopped', 'cancelled', 'canceled', 'done']);

function turnEnded({ background_tasks: tasks }: HookPayload): Happening {
  const running = tasks?.filter(({ status }) => !finishedTask.has(status ?? ''));
  return { type: 'turnEnded', ...(running ? { background: running.map(({ id }) => id ?? '') } : {}) };
}

function turnFailed({ error, last_assistant_message: sentence }: HookPayload): Happening {
  const message = sentence ?? error;
  return {
    type: 'turnFailed',
    error: { class: errorClass(error, sentence), ...(message ? { message: clip(message, keptText) } : {}) },
  };
}

function factsOf(payload: HookPayload, { isInjected }: HookDialect): AgentFacts | undefined {
  const { agent_id: child, hook_event_name: name } = payload;
  const cwd = payload.new_cwd ?? payload.cwd;
  const transcript = child ? payload.agent_transcript_path : payload.transcript_path;
  const model = payload.model ?? payload.to_model;
  const facts: AgentFacts = {
    ...(cwd ? { cwd } : {}),
    ...(transcript ? { transcript } : {}),
    ...(payload.permission_mode ? { permissionMode: payload.permission_mode } : {}),
    ...(model && (name === 'SessionStart' || name === 'PostModelSwitch') ? { model } : {}),
    ...(name === 'UserPromptSubmit' && !isInjected(payload) ? firstPrompt(payload.prompt) : {}),
    ...(payload.last_assistant_message ? { lastMessage: keptMessage(payload.last_assistant_message) } : {}),
    ...(payload.pid === undefined ? {} : { pid: payload.pid }),
    ...(payload.tmux_pane ? { terminal: payload.tmux_pane } : {}),
    ...(payload.entrypoint ? { entrypoint: payload.entrypoint } : {}),
    ...(payload.started_as ? { startedAs: payload.started_as } : {}),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** What the person asked for first names the row. */
export function firstPrompt(prompt: string | undefined): AgentFacts {
  return prompt ? { firstPrompt: clip(prompt, keptText) } : {};
}

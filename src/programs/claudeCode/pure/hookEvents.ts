import type { AgentFacts } from '../../../core/event/agentFacts.ts';
import type { Ask } from '../../../core/event/ask.ts';
import { mcpReason } from '../../../core/event/ask.ts';
import { errorClass } from '../../../core/event/errorClass.ts';
import type { Event, EventHead, Happening, SessionSource } from '../../../core/event/event.ts';
import { keptMessage } from '../../../core/event/keptMessage.ts';
import { clip } from '../../../core/text/clip.ts';
import type { ClaudePayload } from './hookPayload.ts';
import { claudePayload, claudePlan, claudeQuestions } from './hookPayload.ts';
import { claudeCode } from './names.ts';
import { ruleEffect } from './ruleEffect.ts';
import { editableField, promptKindOfTool } from './tools.ts';

const keptText = 1000;

/**
 * What a hook payload of Claude Code says happened. `undefined` for what is no payload and for an event that
 * lacks the one field it is about; an event of an unknown name is only noted.
 */
export function parseClaudeCode(payload: unknown, head: { id: string; at: number }): Event | undefined {
  const parsed = claudePayload.safeParse(payload);
  if (!parsed.success) {
    return undefined;
  }
  const { data } = parsed;
  const read = happenings.get(data.hook_event_name);
  const happening: Happening | undefined = read ? read(data) : { type: 'noted' };
  if (!happening) {
    return undefined;
  }
  const child = data.agent_id
    ? { id: data.agent_id, ...(data.agent_type ? { type: data.agent_type } : {}) }
    : undefined;
  const facts = factsOf(data);
  const event: EventHead = {
    id: head.id,
    at: head.at,
    program: claudeCode,
    session: data.session_id,
    evidence: 'hook',
    ...(child ? { child } : {}),
    ...(facts ? { facts } : {}),
  };
  return { ...event, ...happening };
}

type Read = (payload: ClaudePayload) => Happening | undefined;

const happenings: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['SessionStart', ({ source }) => ({ type: 'sessionStarted', source: sourceOf(source) })],
  ['SessionEnd', ({ reason }) => ({ type: 'sessionEnded', ...(reason ? { reason } : {}) })],
  ['Setup', () => ({ type: 'setupStarted' })],
  [
    'UserPromptSubmit',
    ({ prompt }) => (isInjected(prompt) ? { type: 'workNoticed' } : { type: 'promptSubmitted' }),
  ],
  ['PreToolUse', (payload) => toolStarted(payload)],
  ['PostToolUse', (payload) => toolFinished(payload, false)],
  ['PostToolUseFailure', (payload) => toolFinished(payload, true)],
  ['PostToolBatch', () => ({ type: 'toolBatchFinished' })],
  [
    'PermissionDenied',
    ({ tool_name: tool, tool_use_id }) =>
      tool ? { type: 'toolRefused', tool, ...call(tool_use_id) } : undefined,
  ],
  ['PermissionRequest', (payload) => permissionRequested(payload)],
  ['Elicitation', () => ({ type: 'promptShown', ask: mcpInput, generic: false })],
  ['ElicitationResult', () => ({ type: 'promptClosed' })],
  ['Notification', (payload) => noticed(payload)],
  ['Stop', (payload) => turnEnded(payload)],
  ['StopFailure', (payload) => turnFailed(payload)],
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

const mcpInput: Ask = { kind: 'other', reason: mcpReason };

const notices: ReadonlyMap<string, Ask> = new Map<string, Ask>([
  ['permission_prompt', { kind: 'permission', reason: 'Permission' }],
  ['worker_permission_prompt', { kind: 'permission', reason: 'Permission' }],
  ['elicitation_dialog', mcpInput],
  ['elicitation_url_dialog', mcpInput],
  ['agent_needs_input', { kind: 'other', reason: 'Input' }],
]);

function sourceOf(source: string | undefined): SessionSource {
  const sources = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;
  return sources.find((known) => known === source) ?? 'other';
}

function call(id: string | undefined): { callId?: string } {
  return id ? { callId: id } : {};
}

function toolStarted({
  tool_name: tool,
  tool_use_id,
  tool_input: input,
}: ClaudePayload): Happening | undefined {
  if (!tool) {
    return undefined;
  }
  const asks = promptKindOfTool(tool) !== undefined;
  return {
    type: 'toolStarted',
    tool,
    ...call(tool_use_id),
    input,
    ...(asks ? { ask: toolAsk(tool, input) } : {}),
  };
}

function toolFinished(payload: ClaudePayload, failed: boolean): Happening | undefined {
  const { tool_name: tool, tool_use_id, tool_input: input } = payload;
  return tool ? { type: 'toolFinished', tool, failed, ...call(tool_use_id), input } : undefined;
}

function permissionRequested(payload: ClaudePayload): Happening {
  const { tool_name: tool, tool_input: input, permission_suggestions: rules } = payload;
  const suggests = rules && rules.length > 0 ? { suggests: rules.map(ruleEffect) } : {};
  return tool
    ? { type: 'promptShown', ask: { ...toolAsk(tool, input), ...suggests }, generic: false }
    : { type: 'promptShown', ask: { kind: 'permission', reason: 'Permission' }, generic: true };
}

function toolAsk(tool: string, input: unknown): Ask {
  const kind = promptKindOfTool(tool);
  const questions = claudeQuestions.safeParse(input).data?.questions;
  const plan = claudePlan.safeParse(input).data?.plan;
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

function noticed({ notification_type, message }: ClaudePayload): Happening {
  if (notification_type === 'idle_prompt') {
    return { type: 'idleNoticed' };
  }
  const ask = notices.get(notification_type ?? '');
  return ask
    ? { type: 'promptShown', ask: message ? { ...ask, message } : ask, generic: true }
    : { type: 'noted' };
}

const finishedTask = new Set(['completed', 'failed', 'killed', 'stopped', 'cancelled', 'canceled', 'done']);

function turnEnded({ background_tasks: tasks }: ClaudePayload): Happening {
  const running = tasks?.filter(({ status }) => !finishedTask.has(status ?? ''));
  return { type: 'turnEnded', ...(running ? { background: running.map(({ id }) => id ?? '') } : {}) };
}

function turnFailed({ error, last_assistant_message: sentence }: ClaudePayload): Happening {
  const message = sentence ?? error;
  return {
    type: 'turnFailed',
    error: { class: errorClass(error, sentence), ...(message ? { message: clip(message, keptText) } : {}) },
  };
}

function factsOf(payload: ClaudePayload): AgentFacts | undefined {
  const { agent_id: child, hook_event_name: name } = payload;
  const cwd = payload.new_cwd ?? payload.cwd;
  const transcript = child ? payload.agent_transcript_path : payload.transcript_path;
  const model = payload.model ?? payload.to_model;
  const facts: AgentFacts = {
    ...(cwd ? { cwd } : {}),
    ...(transcript ? { transcript } : {}),
    ...(payload.permission_mode ? { permissionMode: payload.permission_mode } : {}),
    ...(model && (name === 'SessionStart' || name === 'PostModelSwitch') ? { model } : {}),
    ...(name === 'UserPromptSubmit' ? firstPrompt(payload.prompt) : {}),
    ...(payload.last_assistant_message ? { lastMessage: keptMessage(payload.last_assistant_message) } : {}),
    ...(payload.pid === undefined ? {} : { pid: payload.pid }),
    ...(payload.tmux_pane ? { terminal: payload.tmux_pane } : {}),
    ...(payload.entrypoint ? { entrypoint: payload.entrypoint } : {}),
    ...(payload.started_as ? { startedAs: payload.started_as } : {}),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** A turn that Claude gives itself when a task in the background ended: the person wrote nothing, and answered nothing. */
function isInjected(prompt: string | undefined): boolean {
  return prompt?.startsWith('<task-notification>') ?? false;
}

/** What the person asked for first names the row; what Claude injects itself does not. */
export function firstPrompt(prompt: string | undefined): AgentFacts {
  return prompt && !isInjected(prompt) ? { firstPrompt: clip(prompt, keptText) } : {};
}

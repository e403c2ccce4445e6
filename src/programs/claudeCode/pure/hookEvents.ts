import type { AgentFacts } from '../../../core/event/agentFacts.ts';
import type { Ask } from '../../../core/event/ask.ts';
import type { Event } from '../../../core/event/event.ts';
import type { HookDialect } from '../../shared/pure/hookEvents.ts';
import { firstPrompt as anyPrompt, mcpInput, parseHookEvent } from '../../shared/pure/hookEvents.ts';
import { claudeCode } from './names.ts';
import { ruleEffect } from './ruleEffect.ts';
import { editableField, promptKindOfTool } from './tools.ts';

const notices: ReadonlyMap<string, Ask> = new Map<string, Ask>([
  ['permission_prompt', { kind: 'permission', reason: 'Permission' }],
  ['worker_permission_prompt', { kind: 'permission', reason: 'Permission' }],
  ['elicitation_dialog', mcpInput],
  ['elicitation_url_dialog', mcpInput],
  ['agent_needs_input', { kind: 'other', reason: 'Input' }],
]);

const dialect: HookDialect = {
  program: claudeCode,
  kindOfTool: promptKindOfTool,
  editableField,
  ruleEffect,
  notices,
  isInjected: ({ prompt }) => isInjected(prompt),
};

/** What a hook payload of Claude Code says happened. */
export function parseClaudeCode(payload: unknown, head: { id: string; at: number }): Event | undefined {
  return parseHookEvent(payload, head, dialect);
}

/** A turn that Claude gives itself when a task in the background ended: the person wrote nothing, and answered nothing. */
function isInjected(prompt: string | undefined): boolean {
  return prompt?.startsWith('<task-notification>') ?? false;
}

/** What the person asked for first names the row; what Claude injects itself does not. */
export function firstPrompt(prompt: string | undefined): AgentFacts {
  return isInjected(prompt) ? {} : anyPrompt(prompt);
}

import * as z from 'zod';
import type { AgentFacts } from '../../../core/event/agentFacts.ts';
import { errorClass } from '../../../core/event/errorClass.ts';
import type { Event, EventHead, Happening } from '../../../core/event/event.ts';
import { keptMessage } from '../../../core/event/keptMessage.ts';
import { clip } from '../../../core/text/clip.ts';
import { parseObject } from '../../../core/text/jsonObject.ts';
import { firstPrompt } from './hookEvents.ts';
import { claudeCode } from './names.ts';
import { promptKindOfTool } from './tools.ts';

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  tool_use_id: z.string().optional(),
  name: z.string().optional(),
});

const record = z.looseObject({
  type: z.enum(['user', 'assistant']),
  uuid: z.string(),
  timestamp: z.string(),
  sessionId: z.string().optional(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  isApiErrorMessage: z.boolean().optional(),
  error: z.string().optional().catch(undefined),
  toolDenialKind: z.string().optional().catch(undefined),
  message: z.looseObject({
    model: z.string().optional(),
    stop_reason: z.string().nullish(),
    content: z.union([z.string(), z.array(block)]).catch([]),
  }),
});

type Content = { readonly text: string; readonly blocks: readonly z.output<typeof block>[] };

/**
 * What one transcript record of Claude Code says happened. Only `user` and `assistant` records of the main thread
 * count; what Claude writes besides them comes late and out of order. `session` serves records that name none.
 */
export function parseClaudeTranscript(line: unknown, session: string): Event | undefined {
  const parsed = record.safeParse(line);
  const { isSidechain, isMeta, isCompactSummary, toolDenialKind } = parsed.data ?? {};
  // A process that takes up a conversation gives every open call such a result, even one that another process is
  // still asking about. After a real interrupt the next record says so.
  const isClosing = toolDenialKind === 'interrupted';
  if (!parsed.success || isSidechain || isMeta || isCompactSummary || isClosing) {
    return undefined;
  }
  const { type, uuid, timestamp, sessionId, message } = parsed.data;
  const at = Date.parse(timestamp);
  const blocks = typeof message.content === 'string' ? [] : message.content;
  const text =
    typeof message.content === 'string' ? message.content : blocks.map(({ text }) => text ?? '').join('');
  const content: Content = { text, blocks };
  const happening = type === 'user' ? userHappening(content) : assistantHappening(content, parsed.data);
  if (!happening || Number.isNaN(at)) {
    return undefined;
  }
  const facts: AgentFacts =
    type === 'assistant'
      ? {
          ...(message.model && message.model !== '<synthetic>' ? { model: message.model } : {}),
          ...(text ? { lastMessage: keptMessage(text) } : {}),
        }
      : typeof message.content === 'string'
        ? firstPrompt(text)
        : {};
  const head: EventHead = {
    id: uuid,
    at,
    program: claudeCode,
    session: sessionId ?? session,
    evidence: 'transcript',
    facts,
  };
  return { ...head, ...happening };
}

/** Most of a transcript is other records, some of them huge: they are not worth parsing. */
const worthParsing = /"type":\s*"(?:user|assistant)"/u;

/** What a line of the transcript of a conversation says happened in that. */
export function parseTranscriptLine(line: string, session: string): Event | undefined {
  const event = worthParsing.test(line) ? parseClaudeTranscript(parseObject(line), session) : undefined;
  // A conversation that was forked may carry records of the one it came from.
  return event?.session === session ? event : undefined;
}

/** What slash commands and shell escapes leave in the transcript is no turn. */
const noTurn = /^<(command-name|command-message|local-command-|bash-)/;

function userHappening({ text, blocks }: Content): Happening | undefined {
  if (text.startsWith('[Request interrupted by user')) {
    return { type: 'turnInterrupted' };
  }
  if (noTurn.test(text)) {
    return undefined;
  }
  const result = blocks.find(({ type }) => type === 'tool_result');
  return result
    ? { type: 'toolFinished', failed: false, ...(result.tool_use_id ? { callId: result.tool_use_id } : {}) }
    : { type: 'workNoticed' };
}

function assistantHappening(
  { text, blocks }: Content,
  { error, isApiErrorMessage, message }: z.output<typeof record>,
): Happening {
  if (error !== undefined || isApiErrorMessage) {
    const sentence = text ? { message: clip(text, 1000) } : {};
    return { type: 'turnFailed', error: { class: errorClass(error, text), ...sentence } };
  }
  const call = blocks.find(({ type }) => type === 'tool_use');
  const kind = promptKindOfTool(call?.name ?? '');
  if (call?.name && kind && call.name !== 'EnterPlanMode') {
    const ask = { kind, reason: call.name, tool: call.name };
    return { type: 'promptShown', ask, generic: true, ...(call.id ? { callId: call.id } : {}) };
  }
  if (call?.name) {
    return { type: 'workNoticed', detail: call.name };
  }
  const thinks = message.stop_reason === 'tool_use' || blocks.some(({ type }) => type.includes('thinking'));
  return thinks ? { type: 'workNoticed', detail: 'Thinking' } : { type: 'quietNoticed' };
}

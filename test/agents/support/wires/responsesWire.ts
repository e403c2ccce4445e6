import { randomUUID } from 'node:crypto';
import type { ModelRequest, Step, ToolUse, Turn } from '../modelScript.ts';
import { failureOf, sendJson, type Wire, type WireResponse } from './wire.ts';

/** OpenAI's Responses API, which Codex speaks. */
export const responsesWire: Wire = {
  path: /\/responses$/u,
  read: (body) => {
    const { model, stream, tools, input } = body as Body;
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    return { model, stream: stream === true, hasTools: (tools ?? []).length > 0, turns: turnsOf(items) };
  },
  failure: (status) => ({ error: { ...failureOf(status), code: null, param: null } }),
  send: sendResponse,
};

/** The part of a request that is read here. */
interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly input: string | readonly Item[];
}

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

/** One answer is several items in a row: reasoning, text, calls. */
function turnsOf(items: readonly Item[]): readonly Turn[] {
  return items.flatMap((item, index): readonly Turn[] => {
    const before = items[index - 1];
    if (isAnswer(item)) {
      return before && isAnswer(before) ? [] : [{ by: 'model', text: textOf(item), content: item }];
    }
    return [{ by: 'user', text: item.role === 'user' ? textOf(item) : '', content: item }];
  });
}

function isAnswer({ type = 'message', role }: Item): boolean {
  return type === 'message' ? role === 'assistant' : !type.endsWith('_output');
}

function textOf({ content = '' }: Item): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

async function sendResponse(
  step: Step,
  request: ModelRequest,
  { response, gone }: WireResponse,
): Promise<void> {
  const tokens = step.inputTokens ?? 100;
  const usage = {
    input_tokens: tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens + 20,
  };
  const output = [...saidBy(step), ...(step.tools ?? []).map(callOf)];
  const whole = { id: `resp_${randomUUID()}`, object: 'response', model: request.model };
  const done = { ...whole, status: 'completed', output, usage };
  if (!request.stream) {
    sendJson(response, done);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  send('response.created', { response: { ...whole, status: 'in_progress', output: [] } });
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item });
    if (item.type === 'message') {
      const at = { output_index, item_id: item.id, content_index: 0 };
      send('response.output_text.delta', { ...at, delta: step.text });
      if (step.midway) {
        await Promise.race([step.midway.opened, gone]);
      }
    }
    send('response.output_item.done', { output_index, item });
  }
  send('response.completed', { response: done });
  response.end();
}

function saidBy({ text }: Step): readonly { readonly type: 'message'; readonly id: string }[] {
  const message = {
    type: 'message' as const,
    id: `msg_${randomUUID()}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  return text === undefined ? [] : [message];
}

function callOf({ input, plain, ...named }: ToolUse) {
  const call = { id: `fc_${randomUUID()}`, call_id: `call_${randomUUID()}`, ...named, status: 'completed' };
  return plain === undefined
    ? { type: 'function_call' as const, ...call, arguments: JSON.stringify(input) }
    : { type: 'custom_tool_call' as const, ...call, input: plain };
}

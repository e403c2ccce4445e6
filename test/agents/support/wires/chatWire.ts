import { randomUUID } from 'node:crypto';
import type { ModelRequest, Step } from '../modelScript.ts';
import { failureOf, sendJson, type Wire, type WireResponse } from './wire.ts';

/** OpenAI's chat completions, which most other programs speak. */
export const chatWire: Wire = {
  path: /\/chat\/completions$/u,
  read: (body) => {
    const { model, stream, tools, messages } = body as Body;
    const turns = messages.map(({ role, content }) => ({
      by: role === 'assistant' ? ('model' as const) : ('user' as const),
      text: role === 'user' ? textOf(content) : '',
      content,
    }));
    return { model, stream: stream === true, hasTools: (tools ?? []).length > 0, turns };
  },
  failure: (status) => ({ error: { ...failureOf(status), code: null, param: null } }),
  send: sendCompletion,
};

/** The part of a request that is read here. */
interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content?: Content }[];
}

type Content = string | null | readonly { readonly text?: string }[];

function textOf(content: Content = null): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
}

async function sendCompletion(
  step: Step,
  request: ModelRequest,
  { response, gone }: WireResponse,
): Promise<void> {
  const tokens = step.inputTokens ?? 100;
  const usage = { prompt_tokens: tokens, completion_tokens: 20, total_tokens: tokens + 20 };
  const tool_calls = (step.tools ?? []).map(({ name, input }, index) => ({
    index,
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const finish_reason = tool_calls.length > 0 ? 'tool_calls' : 'stop';
  const base = { id: `chatcmpl-${randomUUID()}`, created: 1_700_000_000, model: request.model };
  if (!request.stream) {
    const calls = tool_calls.length > 0 ? { tool_calls } : {};
    const message = { role: 'assistant', content: step.text ?? null, ...calls };
    const choices = [{ index: 0, finish_reason, message }];
    sendJson(response, { ...base, object: 'chat.completion', choices, usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [], ...fields })}\n\n`,
    );
  const delta = (part: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta: part, finish_reason: finish }] });
  delta({ role: 'assistant', content: step.text ?? '' });
  if (step.midway) {
    await Promise.race([step.midway.opened, gone]);
  }
  if (tool_calls.length > 0) {
    delta({ tool_calls });
  }
  delta({}, finish_reason);
  send({ usage });
  response.end('data: [DONE]\n\n');
}

import { randomUUID } from 'node:crypto';
import { type ModelRequest, type Step, type ToolUse, withPlanFile } from '../modelScript.ts';
import { failureOf, sendJson, type Wire, type WireResponse } from './wire.ts';

/** The Messages API, which Claude Code speaks. */
export const messagesWire: Wire = {
  path: /^\/v1\/messages$/u,
  read: (body) => {
    const { model, stream, tools, messages } = body as Body;
    const turns = messages.map(({ role, content }) => ({
      by: role === 'assistant' ? ('model' as const) : ('user' as const),
      text: role === 'user' ? textOf(content) : '',
      content,
    }));
    return { model, stream: stream === true, hasTools: (tools ?? []).length > 0, turns };
  },
  failure: (status) => ({ type: 'error', error: failureOf(status) }),
  send: sendMessage,
};

/** The part of a request that is read here. */
interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
}

function textOf(content: string | readonly Block[]): string {
  if (typeof content === 'string') {
    return content;
  }
  return content
    .flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []))
    .join('\n');
}

async function sendMessage(
  step: Step,
  request: ModelRequest,
  { response, gone }: WireResponse,
): Promise<void> {
  const content = contentOf(step, request);
  const stop_reason = step.tools?.length ? 'tool_use' : 'end_turn';
  const message = {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    stop_sequence: null,
    usage: { input_tokens: step.inputTokens ?? 100, output_tokens: 20 },
  };
  if (!request.stream) {
    sendJson(response, { ...message, content, stop_reason });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    sendBlock(send, index, block);
    if (block.type === 'text' && step.midway) {
      await Promise.race([step.midway.opened, gone]);
    }
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
  send('message_stop', {});
  response.end();
}

type Content =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'tool_use'; readonly id: string } & ToolUse);

function contentOf({ text, tools = [] }: Step, request: ModelRequest): readonly Content[] {
  const said = text === undefined ? [] : [{ type: 'text' as const, text }];
  const asked = tools.map((use) => ({
    type: 'tool_use' as const,
    id: `toolu_${randomUUID()}`,
    ...withPlanFile(use, request),
  }));
  return [...said, ...asked];
}

function sendBlock(send: (type: string, fields: object) => void, index: number, block: Content): void {
  switch (block.type) {
    case 'text':
      send('content_block_start', { index, content_block: { type: 'text', text: '' } });
      send('content_block_delta', { index, delta: { type: 'text_delta', text: block.text } });
      return;
    case 'tool_use':
      send('content_block_start', { index, content_block: { ...block, input: {} } });
      send('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      });
  }
}

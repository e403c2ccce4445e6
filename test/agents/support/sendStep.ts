import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type ModelRequest, type Step, type ToolUse, withPlanFile } from './modelScript.ts';

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/** Answers one request of the Messages API by a step of a script, streamed if that is wanted. Ends when the caller hangs up. */
export async function sendStep(step: Step, request: ModelRequest, response: ServerResponse): Promise<void> {
  const gone = new Promise<void>((resolve) => response.on('close', resolve));
  if (step.before) {
    await Promise.race([step.before.opened, gone]);
  }
  if (step.status !== undefined) {
    const error = { type: errorTypes[step.status] ?? 'api_error', message: 'A scripted failure' };
    response.writeHead(step.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', error }));
    return;
  }
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
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...message, content, stop_reason }));
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

import { describe, expect, it } from 'vitest';
import { parseCopilot } from '../../../../src/programs/copilotCli/pure/hookEvents.ts';
import {
  CopilotTranscript,
  standing,
  summedUp,
} from '../../../../src/programs/copilotCli/pure/transcript.ts';

const line = (at: number, type: string, data: object = {}, more: object = {}) =>
  JSON.stringify({ type, data, id: `r${at}`, timestamp: new Date(at).toISOString(), ...more });
const asked = (at: number, call: string, more: object = {}) =>
  line(
    at,
    'permission.requested',
    {
      requestId: `q${call}`,
      permissionRequest: { kind: 'shell', toolCallId: call, fullCommandText: 'make' },
    },
    more,
  );
const answered = (at: number, call: string, more: object = {}) =>
  line(at, 'permission.completed', { requestId: `q${call}`, toolCallId: call }, more);
const hook = (at: number, part: 'start' | 'end') =>
  line(at, `hook.${part}`, { hookInvocationId: 'h', hookType: 'permissionRequest' });

const read = (...lines: readonly string[]) => {
  const transcript = new CopilotTranscript('s');
  return lines.flatMap((one) => transcript.read(one));
};
const types = (...lines: readonly string[]) => read(...lines).map(({ type }) => type);

describe('the transcript of Copilot CLI', () => {
  it('tells what is asked, with the input of its call', () => {
    const start = line(1, 'tool.execution_start', {
      toolCallId: 'c',
      toolName: 'bash',
      arguments: { command: 'make', mode: 'sync' },
    });
    expect(read(start, asked(2, 'c'))).toMatchObject([
      {
        type: 'promptShown',
        callId: 'c',
        generic: false,
        replies: [],
        ask: { tool: 'bash', input: { command: 'make', mode: 'sync' } },
      },
    ]);
    expect(read(asked(2, 'c'))).toMatchObject([{ ask: { tool: 'bash', input: { command: 'make' } } }]);
    expect(read(line(2, 'permission.requested', { requestId: 'q' }))).toMatchObject([{ generic: true }]);
  });

  it.each([
    [
      { toolName: 'create', arguments: { path: '/w/a', file_text: 'a\n' } },
      { tool: 'create', input: { file_path: '/w/a', content: 'a\n' } },
    ],
    [
      { toolName: 'edit', arguments: { path: '/w/a', old_str: 'a', new_str: 'b' } },
      { tool: 'edit', input: { file_path: '/w/a', old_string: 'a', new_string: 'b' } },
    ],
    [
      { toolName: 'apply_patch', arguments: '*** Begin Patch' },
      { tool: 'edit', input: { file_path: '/w/a', old_string: 'a', new_string: 'b' } },
    ],
    [undefined, { tool: 'edit', input: { file_path: '/w/a', old_string: 'a', new_string: 'b' } }],
  ])('tells which file is to change, as the request does that hooks are asked: %j', (call, ask) => {
    const diff = '--- a/w/a\n+++ b/w/a\n@@ -1 +1 @@\n-a\n+b\n';
    const permissionRequest = { kind: 'write', toolCallId: 'c', fileName: '/w/a', diff };
    const lines = [
      ...(call ? [line(1, 'tool.execution_start', { toolCallId: 'c', ...call })] : []),
      line(2, 'permission.requested', { requestId: 'q', permissionRequest }),
    ];
    expect(read(...lines)).toMatchObject([{ generic: false, ask }]);
  });

  it('tells of a new file what the request did that is on the screen by now', () => {
    const start = { toolCallId: 'c', toolName: 'create', arguments: { path: '/w/a', file_text: 'a\n' } };
    const diff = '--- a/dev/null\n+++ b/w/a\n@@ -1,0 +1,1 @@\n+a\n';
    const permissionRequest = { kind: 'write', toolCallId: 'c', fileName: '/w/a', diff };
    const told = read(
      line(1, 'tool.execution_start', start),
      line(2, 'permission.requested', { requestId: 'q', permissionRequest }),
    );
    const request = { sessionId: 's', toolName: 'edit', toolInput: { file_path: '/w/a', diff } };
    const heard = parseCopilot(request, { id: 'e', at: 1, event: 'permissionRequest', env: {} });
    expect(told.map((event) => event.type === 'promptShown' && event.ask)).toEqual([
      heard?.type === 'promptShown' && heard.ask,
    ]);
  });

  it('tells that it was answered: of the last one that waits, that the agent works', () => {
    expect(types(asked(1, 'a'), asked(2, 'b'), answered(3, 'a'), answered(4, 'b'))).toEqual([
      'promptShown',
      'promptShown',
      'toolFinished',
      'busyRead',
    ]);
    // Another call waits for the answer of a hook, unseen.
    expect(types(asked(1, 'a'), hook(2, 'start'), answered(3, 'a')).at(-1)).toBe('toolFinished');
    expect(types(hook(1, 'start'), hook(2, 'end'), asked(3, 'a'), answered(4, 'a')).at(-1)).toBe('busyRead');
    expect(types(answered(1, 'a'))).toEqual([]);
  });

  it('tells of an Esc before the requests of subagents that it ended', () => {
    const of = { agentId: 'x' };
    const events = read(asked(1, 'a', of), line(2, 'abort'), answered(3, 'a', of));
    expect(events.map(({ type, child }) => [type, child?.id])).toEqual([
      ['promptShown', 'x'],
      ['turnInterrupted', undefined],
      ['busyRead', 'x'],
    ]);
  });

  it.each([
    [
      'session.error',
      { message: 'No credit left' },
      { type: 'turnFailed', error: { class: 'out_of_credits' } },
    ],
    ['session.model_change', { newModel: 'm' }, { type: 'noted', facts: { model: 'm' } }],
    ['assistant.message', { content: 'Done.' }, { type: 'noted', facts: { lastMessage: 'Done.' } }],
    ['session.compaction_complete', { trigger: 'manual' }, { type: 'idleRead' }],
    ['subagent.completed', { cancelled: true }, { type: 'idleRead' }],
  ])('tells of %s', (type, data, event) => {
    expect(read(line(1, type, data))).toMatchObject([event]);
  });

  it.each([
    '',
    'abort',
    '{"type":"abort"',
    '{"type":"abort","data":{},"id":"r","timestamp":"soon"}',
    line(1, 'session.compaction_complete', { trigger: 'auto' }),
    line(1, 'tool.execution_complete', {}),
    line(1, 'hook.start', { hookInvocationId: 'h', hookType: 'preToolUse' }),
  ])('tells nothing of %j', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('that is opened in the middle tells how it stands, and of the past nothing but facts', () => {
    const lines = [
      line(1, 'session.start', { selectedModel: 'm' }),
      asked(2, 'a'),
      answered(3, 'a'),
      asked(4, 'b'),
      line(5, 'abort'),
      line(6, 'assistant.message', { content: 'Done.' }),
      asked(7, 'c'),
    ];
    const told = summedUp(standing(read(...lines)));
    expect(told.map(({ type, at, facts }) => [type, at, facts])).toEqual([
      ['noted', 6, { model: 'm', lastMessage: 'Done.' }],
      ['turnInterrupted', 5, undefined],
      ['promptShown', 7, undefined],
    ]);
  });
});

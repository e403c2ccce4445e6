import { describe, expect, it } from 'vitest';
import { parseClaudeCalls } from '../../../../src/programs/claudeCode/pure/transcriptCalls.ts';

const timestamp = '2026-01-15T10:30:00.000Z';
const at = Date.parse(timestamp);
const assistant = (...content: unknown[]) => ({ type: 'assistant', timestamp, message: { content } });
const none = { calls: [], ended: [], failed: [] };

describe('the uses of tools in a record', () => {
  it('are those of the model, with what each was given', () => {
    const text = { type: 'text', text: 'I look.' };
    const read = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/a' } };
    const bare = { type: 'tool_use', id: 't2', name: 'Bash' };
    expect(parseClaudeCalls(assistant(text, read, bare))).toEqual({
      calls: [
        { id: 't1', tool: 'Read', input: { file_path: '/a' }, at },
        { id: 't2', tool: 'Bash', input: {}, at },
      ],
      ended: [],
      failed: [],
    });
  });

  it('are those of subagents as well', () => {
    const record = {
      ...assistant({ type: 'tool_use', id: 't1', name: 'Read', input: {} }),
      isSidechain: true,
    };
    expect(parseClaudeCalls(record).calls).toHaveLength(1);
  });

  it('ended where there is a result, and failed where it says so', () => {
    const results = [
      { type: 'tool_result', tool_use_id: 't1', is_error: true, content: 'no' },
      { type: 'tool_result', tool_use_id: 't2', is_error: false, content: 'yes' },
      { type: 'tool_result', tool_use_id: 't3', content: 'yes' },
    ];
    expect(parseClaudeCalls({ type: 'user', timestamp, message: { content: results } })).toEqual({
      calls: [],
      ended: ['t1', 't2', 't3'],
      failed: ['t1'],
    });
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [{ type: 'system', timestamp, message: { content: [] } }],
    [{ type: 'user', timestamp, message: { content: 'hello' } }],
    [assistant({ type: 'tool_use', id: 5, name: 'Read' }, null, 7)],
    [{ ...assistant({ type: 'tool_use', id: 't', name: 'Read' }), timestamp: 'one day' }],
  ])('are none in %j', (record) => {
    expect(parseClaudeCalls(record)).toEqual(none);
  });
});

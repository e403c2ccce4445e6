import { describe, expect, it } from 'vitest';
import { stepFields, transcriptSteps } from '../../../../src/core/hookrun/transcriptSteps.ts';

const at = (second: number) => new Date(second * 1000).toISOString();
const record = (second: number, type: string, message: unknown, more = {}) =>
  JSON.stringify({ type, uuid: `u${second}`, timestamp: at(second), sessionId: 's', message, ...more });
const asks = (second: number, text = 'Go on') => record(second, 'user', { content: text });
const result = (second: number) =>
  record(second, 'user', { content: [{ type: 'tool_result', tool_use_id: 't' }] });
const says = (second: number, id: string, more = {}) =>
  record(second, 'assistant', { id, model: 'm', content: [{ type: 'text', text: 'Hm' }] }, more);
const counted = (...lines: readonly string[]) => transcriptSteps(`${lines.join('\n')}\n`, 's');

const turns = [asks(1), says(2, 'a'), says(3, 'a'), result(4), says(5, 'b'), asks(6), says(7, 'c')];

describe('the steps in a transcript', () => {
  it('are the messages of the model, each once, and those since the person wrote something', () => {
    expect(counted(...turns)).toEqual({ startedAt: 1000, total: 3, inTurn: 1, isAnswered: true });
    expect(counted(...turns, result(8))).toMatchObject({ inTurn: 1, isAnswered: false });
  });

  it('are not those of subagents, of other sessions, or what the program writes itself', () => {
    const others = [
      says(8, 'x', { isSidechain: true }),
      says(8, 'y', { sessionId: 'other' }),
      record(8, 'assistant', { id: 'z', model: '<synthetic>', content: [] }),
      record(8, 'user', { content: 'Stop hook feedback' }, { isMeta: true }),
      '{"type":"assistant", torn',
      '{"type":"mode"}',
    ];
    expect(counted(...turns, ...others)).toMatchObject({ total: 3, inTurn: 1 });
  });

  it('are not known where there are no records', () => {
    expect(counted('')).toBeUndefined();
  });

  it.each([
    ['session_end', true, { duration_seconds: 61, total_steps: 3 }],
    ['before_stop', true, { step_count: 1 }],
    ['before_stop', false, { step_count: 2 }],
    ['after_agent', true, {}],
  ])('are the fields of %s where the model has spoken last: %s', (trigger, isAnswered, fields) => {
    const steps = { startedAt: 1000, total: 3, inTurn: 1, isAnswered };
    expect(stepFields(trigger, steps, 62_400)).toEqual(fields);
  });
});

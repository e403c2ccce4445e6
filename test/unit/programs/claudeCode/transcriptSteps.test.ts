import { describe, expect, it } from 'vitest';
import { sessionSteps, turnSteps } from '../../../../src/core/hookrun/transcriptSteps.ts';
import { parseStep } from '../../../../src/programs/claudeCode/pure/transcriptSteps.ts';

const at = (second: number) => new Date(second * 1000).toISOString();
const record = (second: number, type: string, message: unknown, more = {}) =>
  JSON.stringify({ type, uuid: `u${second}`, timestamp: at(second), sessionId: 's', message, ...more });
const asks = (second: number, text = 'Go on') => record(second, 'user', { content: text });
const result = (second: number) =>
  record(second, 'user', { content: [{ type: 'tool_result', tool_use_id: 't' }] });
const says = (second: number, id: string, more = {}) =>
  record(second, 'assistant', { id, model: 'm', content: [{ type: 'text', text: 'Hm' }] }, more);
const recordsOf = (...lines: readonly string[]) => lines.flatMap((line) => parseStep(line, 's') ?? []);
const inTurn = (final: string | undefined, ...lines: readonly string[]) =>
  turnSteps(recordsOf(...lines), final)?.step_count;

const turn = [asks(1), says(2, 'a'), says(3, 'a'), result(4), says(5, 'b')];

describe('the steps in a transcript', () => {
  it('are the messages of the model, each once', () => {
    expect(sessionSteps(recordsOf(...turn, asks(6), says(7, 'c')), 62_400)).toEqual({
      duration_seconds: 61,
      total_steps: 3,
    });
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
    expect(sessionSteps(recordsOf(...turn, ...others), 9000)).toMatchObject({ total_steps: 2 });
  });

  it('are not known where there are no records', () => {
    expect(sessionSteps([], 0)).toBeUndefined();
    expect(turnSteps([], 'Hm')).toBeUndefined();
  });

  it('of a turn begin with what a person wrote', () => {
    expect(recordsOf(...turn).map(({ begins }) => begins)).toEqual([true, false, false, false, false]);
  });
});

describe('the message that ends a turn', () => {
  const long = `${'very '.repeat(2000)}long`;

  it.each([
    ['is written', 'Hm', turn, 2],
    ['is not known', undefined, turn, 2],
    ['is not written yet, after a tool', 'Hm', turn.slice(0, 4), 2],
    ['is not written yet, after another message', 'Well', turn, 3],
    ['is not known and not written yet', undefined, turn.slice(0, 4), 2],
    ['has two texts, each with a record of its own', 'Ah\nHm', turn, 2],
    [
      'is longer than what is kept of it',
      long,
      [...turn, record(6, 'assistant', { id: 'c', model: 'm', content: [{ type: 'text', text: long }] })],
      3,
    ],
  ])('is counted once where it %s', (_, final, lines, steps) => {
    expect(inTurn(final, ...lines)).toBe(steps);
  });
});

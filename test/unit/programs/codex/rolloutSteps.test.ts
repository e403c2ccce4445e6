import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionSteps, turnSteps } from '../../../../src/core/hookrun/transcriptSteps.ts';
import { parseStep } from '../../../../src/programs/codex/pure/rolloutSteps.ts';
import { repository } from '../../../support/runProgram.ts';

const line = (type: string, payload: object, second = 1) =>
  JSON.stringify({ timestamp: new Date(second * 1000).toISOString(), ordinal: 9, type, payload });
const begins = line('event_msg', { type: 'task_started' });
const calls = line('response_item', { type: 'function_call', name: 'exec_command' });
const over = (id: string) => line('token_usage_record', { thread_id: 's', response_id: id });
const result = line('response_item', { type: 'function_call_output', call_id: 'c' });
const says = line('response_item', { type: 'message', role: 'assistant' });
const stepsOf = (...lines: readonly string[]) =>
  turnSteps(
    lines.flatMap((one) => parseStep(one) ?? []),
    'Done.',
  );

describe('the steps in a rollout', () => {
  it('are over with their usage', () => {
    expect(stepsOf(begins, calls, over('a'), result, says, over('b'))).toEqual({ step_count: 2 });
  });

  it.each([
    ['only what a tool said', [result]],
    ['its text without its usage', [result, says]],
  ])('include the last one, of which there is %s', (_, last) => {
    expect(stepsOf(begins, calls, over('a'), ...last)).toEqual({ step_count: 2 });
  });

  it('are counted in a recording', () => {
    const file = join(repository, 'test/replay/codex/0.169.0/rollout.jsonl');
    const records = readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((one) => parseStep(one) ?? []);
    expect(records.filter(({ begins: isNew }) => isNew)).toHaveLength(8);
    expect(sessionSteps(records, 0)).toMatchObject({ total_steps: 11 });
  });

  it.each(['', 'nonsense "type":"response_item"', line('turn_context', {}), line('event_msg', {})])(
    'are not in %s',
    (one) => {
      expect(parseStep(one)).toBeUndefined();
    },
  );
});

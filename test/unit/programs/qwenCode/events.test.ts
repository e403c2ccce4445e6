import { expect, it } from 'vitest';
import { events } from '../../../../src/programs/qwenCode/pure/events.ts';

const stop = {
  session_id: 's',
  hook_event_name: 'Stop',
  cwd: '/w',
  input_tokens: 1200,
  context_limit: 200_000,
};
const factsOf = (payload: Record<string, unknown>, env: Record<string, string> = {}) =>
  events.parse(payload, { id: 'e', at: 1, event: 'Stop', env })?.facts;

it('an event of Qwen Code tells of its model, and the end of a turn how full its context is', () => {
  expect(factsOf(stop, { QWEN_CODE_MODEL: 'coder', BECKON_AGENT: 'r/a' })).toEqual({
    cwd: '/w',
    model: 'coder',
    startedAs: 'r/a',
    contextTokens: 1200,
    contextLimit: 200_000,
  });
  expect(factsOf({ ...stop, input_tokens: 'many' })).toEqual({ cwd: '/w' });
});

it.each([
  ['-p hi', true],
  ['hi', true],
  ['--prompt=hi', true],
  ['--session-id s --prompt-interactive=hi', false],
  ['', false],
])('a Qwen Code that is started with "%s" is headless: %s', (args, expected) => {
  expect(events.isHeadless?.(['node', 'bin/qwen', ...args.split(' ')])).toBe(expected);
});

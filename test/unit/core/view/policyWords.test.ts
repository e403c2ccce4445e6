import { expect, it } from 'vitest';
import { defaultPolicy, simpleRule } from '../../../../src/core/run/policy.ts';
import { policyWords } from '../../../../src/core/view/policyWords.ts';

it('says what is done about each trigger', () => {
  expect(policyWords(defaultPolicy)).toBe('idle: nudge · prompt: ask you · error: ask you · dead: ask you');
  const on_error = [simpleRule('nudge'), simpleRule('nudge'), simpleRule('escalate')];
  expect(policyWords({ ...defaultPolicy, on_error })).toContain('error: nudge or ask you');
});

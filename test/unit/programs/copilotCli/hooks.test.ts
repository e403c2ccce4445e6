import { describe, expect, it } from 'vitest';
import { hooks } from '../../../../src/programs/copilotCli/pure/hooks.ts';

const reply = (event: string, ...[verdict]: [Parameters<typeof hooks.reply>[1]]) =>
  JSON.parse(hooks.reply(event, verdict) || '{}');

describe('what Copilot CLI reads of hooks', () => {
  it.each([
    [
      'preToolUse',
      { decision: 'deny', reason: 'No.' },
      { permissionDecision: 'deny', permissionDecisionReason: 'No.' },
    ],
    [
      'preToolUse',
      { decision: 'deny' },
      { permissionDecision: 'deny', permissionDecisionReason: 'A hook denied this.' },
    ],
    ['preToolUse', { decision: 'ask' }, { permissionDecision: 'ask' }],
    [
      'preToolUse',
      { decision: 'none', modifiedInput: { command: 'ls' } },
      { modifiedArgs: { command: 'ls' } },
    ],
    [
      'preToolUse',
      { decision: 'deny', reason: 'No.', modifiedInput: {} },
      { permissionDecision: 'deny', permissionDecisionReason: 'No.' },
    ],
    ['agentStop', { decision: 'deny', reason: 'Go on.' }, { decision: 'block', reason: 'Go on.' }],
    ['userPromptSubmitted', { decision: 'deny', reason: 'No.' }, { decision: 'block', reason: 'No.' }],
    [
      'postToolUse',
      { decision: 'deny', reason: 'No.', additionalContext: 'Hm.' },
      { additionalContext: 'Hm.' },
    ],
    ['sessionEnd', { decision: 'deny', reason: 'No.', additionalContext: 'Hm.' }, {}],
  ] as const)('at %s: %j', (event, verdict, said) => {
    expect(reply(event, verdict)).toEqual(said);
  });

  it('is about the turns of the conversation, and about every tool', () => {
    const isMoment = (event: string) => hooks.isMoment?.(event, { agentId: 'a' });
    expect(['userPromptSubmitted', 'agentStop', 'preToolUse', 'subagentStop'].map(isMoment)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(hooks.isMoment?.('agentStop', {})).toBe(true);
  });
});

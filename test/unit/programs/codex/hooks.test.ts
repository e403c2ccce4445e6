import { describe, expect, it } from 'vitest';
import { hooks } from '../../../../src/programs/codex/pure/hooks.ts';

const said = (event: string, verdict: Parameters<typeof hooks.reply>[1]) => {
  const reply = hooks.reply(event, verdict);
  return reply === '' ? undefined : JSON.parse(reply);
};

describe('what Codex reads of hooks', () => {
  it('is a denial before a tool, and a block elsewhere, always with a reason', () => {
    expect(said('PreToolUse', { decision: 'deny', reason: 'No.' })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'No.',
      },
    });
    expect(said('Stop', { decision: 'deny', reason: 'Go on.' })).toEqual({
      decision: 'block',
      reason: 'Go on.',
    });
    expect(said('Stop', { decision: 'deny' }).reason).not.toBe('');
  });

  it('is a no where a hook wants a person asked: Codex takes that for a broken hook, and goes on', () => {
    const asked = said('PreToolUse', { decision: 'ask', reason: 'Really?', modifiedInput: { command: 'x' } });
    expect(asked.hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'Really?',
    });
  });

  it('is nothing of a plain yes, which it takes for a broken hook', () => {
    expect(said('PreToolUse', { decision: 'allow', reason: 'Fine.' })).toBeUndefined();
  });

  it('is another input together with a yes, which it wants with it', () => {
    const { hookSpecificOutput } = said('PreToolUse', { decision: 'none', modifiedInput: { command: 'ls' } });
    expect(hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { command: 'ls' },
    });
  });

  it('is a text for the model at the events that take one, cut where it is long', () => {
    const additionalContext = 'x'.repeat(20_000);
    const texts = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'SubagentStart'].map(
      (event) =>
        said(event, { decision: 'none', additionalContext }).hookSpecificOutput.additionalContext.length,
    );
    expect(new Set(texts)).toEqual(new Set([10_001]));
    expect(said('Stop', { decision: 'none', additionalContext })).toBeUndefined();
  });

  it.each(['SessionStart', 'SessionEnd', 'SubagentStart', 'PreCompact', 'PostCompact'])(
    'is no no at %s',
    (event) => {
      expect([hooks.honours(event), said(event, { decision: 'deny', reason: 'No.' })]).toEqual([
        false,
        undefined,
      ]);
    },
  );
});

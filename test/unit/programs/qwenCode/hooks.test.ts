import { describe, expect, it } from 'vitest';
import { hooks } from '../../../../src/programs/qwenCode/pure/hooks.ts';

const reply = (event: string, verdict: Parameters<typeof hooks.reply>[1]) => {
  const text = hooks.reply(event, verdict);
  return text && JSON.parse(text);
};

describe('the hooks of Qwen Code', () => {
  it('run for what a person wrote, and not for each further step of the turn', () => {
    const isMoment = (payload: Record<string, unknown>) => hooks.isMoment?.('UserPromptSubmit', payload);
    expect(isMoment({ prompt: 'go', submitted_prompt: 'go' })).toBe(true);
    expect(isMoment({ prompt: '' })).toBe(false);
    expect(isMoment({ prompt: 'what a hook said at the end of the turn' })).toBe(false);
    // A guard holds, whatever the payload leaves out.
    expect(isMoment({})).toBe(true);
    expect(hooks.isMoment?.('Stop', { prompt: '' })).toBe(true);
  });

  it('refuse a tool, and the end of a turn', () => {
    expect(reply('PreToolUse', { decision: 'deny', reason: 'No.' })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'No.',
      },
    });
    expect(reply('Stop', { decision: 'deny', reason: 'Test first.' })).toEqual({
      decision: 'block',
      reason: 'Test first.',
    });
  });

  it('change no input, which Qwen Code would not take', () => {
    expect(hooks.reply('PreToolUse', { decision: 'none', modifiedInput: { command: 'ls' } })).toBe('');
  });

  it('know the steps of a turn from its chat file', () => {
    const record = (more: object) =>
      JSON.stringify({ uuid: 'u1', sessionId: 's', timestamp: '2026-11-15T23:44:04.468Z', ...more });
    const at = Date.parse('2026-11-15T23:44:04.468Z');
    const parts = [{ text: 'Thinking.', thought: true }, { text: 'Hello' }];
    const lines = [
      record({ type: 'user', provenance: 'real_user', message: { role: 'user', parts: [{ text: 'Hi' }] } }),
      record({ type: 'assistant', provenance: 'assistant_output', message: { role: 'model', parts } }),
      record({ type: 'user', subtype: 'notification', provenance: 'system', message: { parts } }),
      record({ type: 'system', subtype: 'ui_telemetry', note: '"type":"user"' }),
      '{"type":"assistant"',
    ];
    expect(lines.map((line) => hooks.steps?.parse(line, 's'))).toEqual([
      { at, begins: true },
      { at, begins: false, message: 'u1', text: 'Hello' },
      undefined,
      undefined,
      undefined,
    ]);
    expect(hooks.steps?.parse(lines[0] ?? '', 'another')).toBeUndefined();
  });
});

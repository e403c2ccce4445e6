import { describe, expect, it } from 'vitest';
import { parseRollout } from '../../../../src/programs/codex/pure/rollout.ts';

const line = (payload: object, type = 'event_msg') =>
  JSON.stringify({ timestamp: '2026-11-19T15:00:33.601Z', ordinal: 9, type, payload });
const completed = (error?: object) =>
  line({ type: 'task_complete', turn_id: 't', last_agent_message: null, error });

describe('a line of a rollout', () => {
  it.each([
    ['internal_server_error', 'High demand.', 'overloaded'],
    [
      { http_connection_failed: { http_status_code: 401 } },
      'unexpected status 401 Unauthorized',
      'unauthorized',
    ],
    ['usage_limit_exceeded', 'You have hit your usage limit: rate limit reached', 'rate_limited'],
    ['other', 'What?', 'other'],
  ])('says that a turn failed, by %j', (codex_error_info, message, errorClass) => {
    const event = parseRollout(completed({ codex_error_info, message }), 's');
    expect(event).toMatchObject({
      type: 'turnFailed',
      error: { class: errorClass, message },
      evidence: 'transcript',
    });
  });

  it('says that a turn is over, and what was said last', () => {
    const over = line({ type: 'task_complete', last_agent_message: 'Done.' });
    expect(parseRollout(over, 's')).toMatchObject({
      type: 'idleRead',
      facts: { lastMessage: 'Done.' },
      session: 's',
    });
  });

  it('counts the tokens of the context', () => {
    const usage = { last_token_usage: { total_tokens: 120 }, model_context_window: 258_400 };
    expect(parseRollout(line({ type: 'token_count', info: usage }), 's')).toMatchObject({
      type: 'usageRead',
      facts: { contextTokens: 120, contextLimit: 258_400 },
    });
  });

  it.each([
    '',
    '{',
    line({ type: 'agent_message' }),
    line({ type: 'token_count', info: null }),
    '"task_complete"',
  ])('says nothing: %s', (text) => {
    expect(parseRollout(text, 's')).toBeUndefined();
  });
});

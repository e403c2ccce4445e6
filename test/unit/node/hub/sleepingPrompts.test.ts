import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { SleepingPrompts } from '../../../../src/node/hub/sleepingPrompts.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { hook } from '../../../support/claude.ts';

const child = { agent_id: 'a', agent_type: 'Explore' };
const asks = hook(10, 'PermissionRequest', { tool_name: 'Bash' });
const childAsks = hook(11, 'PermissionRequest', { tool_name: 'Bash', ...child });
const waits = parseClaudeSession({
  pid: 7,
  sessionId: 's1',
  status: 'waiting',
  statusUpdatedAt: 12,
}) as Event;

function asleep(...events: Event[]): SleepingPrompts {
  const sleeping = new SleepingPrompts((program) => program === 'claude-code');
  for (const event of events) {
    sleeping.lay(event);
  }
  return sleeping;
}

describe('a prompt that was asked while nobody listened', () => {
  it('is woken by a session file that waits, once', () => {
    const sleeping = asleep(asks, childAsks);
    expect(sleeping.wakenBy(waits)).toEqual([asks, childAsks]);
    expect(sleeping.wakenBy(waits)).toEqual([]);
  });

  it('is over when newer news of whoever asks comes', () => {
    const sleeping = asleep(asks);
    expect(sleeping.wakenBy(hook(20, 'PostToolUse', { tool_name: 'Bash' }))).toEqual([]);
    expect(sleeping.wakenBy(waits)).toEqual([]);
  });

  it('sleeps on when the news is older, of another agent of the family, or of another conversation', () => {
    const sleeping = asleep(childAsks);
    for (const news of [
      hook(20, 'Stop'),
      hook(5, 'PreToolUse', { tool_name: 'Bash', ...child }),
      hook(20, 'Stop', { session_id: 's2' }),
    ]) {
      expect(sleeping.wakenBy(news)).toEqual([]);
    }
    expect(sleeping.wakenBy(waits)).toEqual([childAsks]);
  });

  it('does not sleep where no session file could wake it, nor when it is no prompt', () => {
    expect(
      new SleepingPrompts((program) => program === 'claude-code').lay({ ...asks, program: 'other' }),
    ).toBe(false);
    expect(new SleepingPrompts((program) => program === 'claude-code').lay(hook(1, 'Stop'))).toBe(false);
  });
});

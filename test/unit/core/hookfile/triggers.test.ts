import { describe, expect, it } from 'vitest';
import { triggerNamed, triggerNames, triggers } from '../../../../src/core/hookfile/triggers.ts';

const families = [
  ['session_start', 'pre-session'],
  ['session_end', 'post-session'],
  ['before_agent', 'pre-agent-turn'],
  ['after_agent', 'post-agent-turn'],
  ['before_stop', 'pre-agent-turn-stop'],
  ['post-agent-turn-stop', 'post-agent-turn-stop'],
  ['before_tool', 'pre-tool-call'],
  ['after_tool', 'post-tool-call'],
  ['after_tool_failure', 'post-tool-call-failure'],
  ['subagent_start', 'pre-subagent'],
  ['subagent_stop', 'post-subagent'],
  ['pre_compact', 'pre-context-compact'],
  ['post-context-compact', 'post-context-compact'],
] as const;

describe('triggers', () => {
  it.each(families)('knows %s, which is also %s', (id, current) => {
    expect(triggerNamed(id)?.id).toBe(id);
    expect(triggerNamed(current)?.id).toBe(id);
  });

  it('knows these and no others', () => {
    expect(triggers.map(({ id, current }) => [id, current])).toEqual(families);
    expect(triggerNames).toHaveLength(24);
    expect(new Set(triggerNames).size).toBe(24);
  });

  it.each(['', 'BEFORE_TOOL', 'before-tool', ' before_tool', 'PreToolUse', 'toString'])(
    'does not know %j',
    (name) => {
      expect(triggerNamed(name)).toBeUndefined();
    },
  );

  it('heeds matchers where there is a tool', () => {
    expect(triggers.filter(({ isTool }) => isTool).map(({ id }) => id)).toEqual([
      'before_tool',
      'after_tool',
      'after_tool_failure',
    ]);
  });
});

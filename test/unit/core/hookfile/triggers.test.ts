import { describe, expect, it } from 'vitest';
import { triggerNamed, triggerNames, triggers } from '../../../../src/core/hookfile/triggers.ts';

const names = [
  ['session_start', 'pre-session'],
  ['session_end', 'post-session'],
  ['before_agent', 'pre-agent-turn'],
  ['after_agent', 'post-agent-turn'],
  ['before_stop', 'pre-agent-turn-stop'],
  ['post-agent-turn-stop', undefined],
  ['before_tool', 'pre-tool-call'],
  ['after_tool', 'post-tool-call'],
  ['after_tool_failure', 'post-tool-call-failure'],
  ['subagent_start', 'pre-subagent'],
  ['subagent_stop', 'post-subagent'],
  ['pre_compact', 'pre-context-compact'],
  ['post-context-compact', undefined],
] as const;

describe('triggers', () => {
  it.each(names)('knows %s by its alias %s too', (id, alias) => {
    expect(triggerNamed(id)?.id).toBe(id);
    expect(triggerNamed(alias ?? id)?.id).toBe(id);
  });

  it('knows these and no others', () => {
    expect(triggers.map(({ id, alias }) => [id, alias])).toEqual(names);
    expect(triggerNames).toHaveLength(24);
    expect(new Set(triggerNames).size).toBe(24);
  });

  it.each(['', 'BEFORE_TOOL', 'before-tool', ' before_tool', 'PreToolUse', 'toString'])(
    'does not know %j',
    (name) => {
      expect(triggerNamed(name)).toBeUndefined();
    },
  );

  it('can keep something from happening only before it happens', () => {
    expect(triggers.filter(({ canBlock }) => canBlock).map(({ id }) => id)).toEqual([
      'before_agent',
      'before_stop',
      'before_tool',
      'subagent_stop',
      'pre_compact',
    ]);
  });

  it('heeds matchers where there is a tool', () => {
    expect(triggers.filter(({ isTool }) => isTool).map(({ id }) => id)).toEqual([
      'before_tool',
      'after_tool',
      'after_tool_failure',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Matcher } from '../../../src/core/hookfile/hook.ts';
import type { TriggerId } from '../../../src/core/hookfile/triggers.ts';
import { countCalls } from '../../../src/node/hooks/countCalls.ts';
import type { RecentCall } from '../../../src/node/programNode.ts';

const call = (tool: string, input: unknown, came: Partial<RecentCall> = {}): RecentCall => ({
  id: tool,
  tool,
  input,
  at: 0,
  ended: true,
  failed: false,
  ...came,
});
const calls = [
  call('Bash', { command: 'git push' }),
  call('Bash', { command: 'git pull' }, { failed: true }),
  call('Write', { file_path: '/a.py' }),
];
const count = (trigger: TriggerId, matcher: Matcher, isWanted = () => true) =>
  countCalls({ trigger, matcher }, calls, isWanted);

describe('how many calls a hook would have run for', () => {
  it.each<[TriggerId, Matcher, number]>([
    ['before_tool', {}, 3],
    ['before_tool', { tool: 'Shell' }, 2],
    ['before_tool', { tool: 'Shell', pattern: 'push$' }, 1],
    ['before_tool', { pattern: '\\.py$' }, 1],
    ['before_tool', { tool: 'Read' }, 0],
    ['after_tool', {}, 2],
    ['after_tool', { tool: 'Shell' }, 1],
    ['after_tool_failure', {}, 1],
    ['after_tool_failure', { tool: 'Write' }, 0],
  ])('%s %j: %i', async (trigger, matcher, matched) => {
    expect(await count(trigger, matcher)).toEqual({ matched, looked: 3 });
  });

  it.each<[TriggerId, number]>([
    ['before_tool', 1],
    ['after_tool', 0],
    ['after_tool_failure', 0],
  ])('counts one that never came to an end for %s: %i', async (trigger, matched) => {
    const cut = [call('Bash', {}, { ended: false })];
    expect(await countCalls({ trigger, matcher: {} }, cut, () => true)).toEqual({ matched, looked: 1 });
  });

  it('counts one that takes too long to tell, since the hook is run then', async () => {
    const slow = [call('Bash', { command: `${'a'.repeat(40)}!` })];
    const hook = { trigger: 'before_tool', matcher: { pattern: '^(a+)+$' } } as const;
    expect(await countCalls(hook, slow, () => true)).toEqual({ matched: 1, looked: 1 });
  });

  it('stops when nobody wants it any more, and says how many it looked at', async () => {
    let left = 2;
    expect(await count('before_tool', {}, () => left-- > 0)).toEqual({ matched: 2, looked: 2 });
  });
});

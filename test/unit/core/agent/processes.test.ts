import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { agentOf, hook, nextId, picture, play } from '../../../support/claude.ts';

const file = (at: number, pid: number, status: string, more: Record<string, unknown> = {}) =>
  parseClaudeSession({ pid, sessionId: 's1', cwd: '/w', status, statusUpdatedAt: at, ...more });
const died = (at: number, pid: number): Event => ({
  id: nextId(),
  at,
  program: 'claude-code',
  session: 's1',
  evidence: 'process',
  facts: { pid },
  type: 'processEnded',
});
const bash = { tool_name: 'Bash' };
const shown = (...events: (Event | undefined)[]) => picture(agentOf(play(events).state));

describe('a conversation in two processes', () => {
  const asks = hook(3, 'PermissionRequest', { ...bash, pid: 1 });
  const before = [
    hook(1, 'SessionStart', { source: 'startup', pid: 1 }),
    hook(2, 'UserPromptSubmit', { pid: 1 }),
    asks,
  ];
  const second = [
    hook(10, 'SessionStart', { source: 'resume', pid: 2 }),
    hook(11, 'UserPromptSubmit', { pid: 2 }),
    hook(12, 'Stop', { pid: 2 }),
  ];

  it('goes on asking in the one while the other starts, works and ends', () => {
    expect(shown(...before, ...second)).toBe('prompting permission: Permission for Bash');
    const over = [...before, ...second, hook(13, 'SessionEnd', { pid: 2 })];
    expect(shown(...over)).toBe('prompting permission: Permission for Bash');
    expect(agentOf(play(over).state)?.facts.pid).toBe(1);
    expect(shown(...over, hook(14, 'PostToolUse', { ...bash, pid: 1 }))).toBe('working Thinking');
  });

  it('is answered by its own process only', () => {
    expect(shown(...before, hook(10, 'PostToolUse', { ...bash, pid: 2 }))).toMatch(/^prompting/);
    expect(shown(...before, hook(10, 'PostToolUse', { ...bash, pid: 1 }))).toBe('working Thinking');
    expect(shown(...before, file(10, 2, 'idle'))).toMatch(/^prompting/);
    expect(shown(...before, file(10, 1, 'idle'))).toBe('idle');
  });

  it('is not answered by a record that either may have written', () => {
    const { facts: _, ...head } = died(12, 1);
    const interrupted: Event = { ...head, evidence: 'transcript', type: 'turnInterrupted' };
    expect(shown(...before, interrupted)).toBe('idle');
    expect(shown(...before, ...second, { ...interrupted, at: 20 })).toMatch(/^prompting/);
    // Nor when it is read only after the other has gone. What is written after that is of the one that is left.
    const over = [...before, ...second, hook(13, 'SessionEnd', { pid: 2 })];
    expect(shown(...over, interrupted)).toMatch(/^prompting/);
    expect(shown(...over, { ...interrupted, at: 14 })).toBe('idle');
  });

  it('ends with the last of them', () => {
    expect(shown(...before, ...second, died(20, 1))).toBe('idle');
    expect(shown(...before, ...second, died(20, 1), died(21, 2))).toBe('exited');
    expect(shown(...before, ...second, died(20, 2), died(21, 1))).toBe('exited');
    expect(
      shown(...before, ...second, hook(20, 'SessionEnd', { pid: 2 }), hook(21, 'SessionEnd', { pid: 1 })),
    ).toBe('none');
  });

  it('ends with it too where something the other sent is heard only after that has gone', () => {
    const late = hook(12, 'Stop', { pid: 2 });
    const over = [...before, ...second.slice(0, 2), died(20, 2), late];
    expect(agentOf(play(over).state)?.processes).toEqual([1]);
    expect(shown(...over, hook(21, 'SessionEnd', { pid: 1 }))).toBe('none');
  });

  it('ends at once where no process is known', () => {
    expect(shown(...before, hook(20, 'SessionEnd'))).toBe('none');
  });

  it('takes the subagents of a process along', () => {
    const child = { agent_id: 'a', agent_type: 'Explore', pid: 2 };
    const { state } = play([
      ...before,
      ...second,
      hook(15, 'SubagentStart', child),
      hook(16, 'SessionEnd', { pid: 2 }),
    ]);
    expect(agentOf(state, 's1', 'a')).toBeUndefined();
    expect(agentOf(state)).toBeDefined();
  });

  it('begins anew with another process after it ended', () => {
    const again = hook(30, 'SessionStart', { source: 'resume', pid: 3 });
    const { state } = play([...before, died(20, 1), again]);
    expect([picture(agentOf(state)), agentOf(state)?.processes]).toEqual(['idle', [3]]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/core/event/event.ts';
import { parseClaudeSession } from '../../../../src/programs/claudeCode/pure/sessionFile.ts';
import { agentOf, hook, picture, play } from '../../../support/claude.ts';

const file = (at: number, status: string, more: Record<string, unknown> = {}) =>
  parseClaudeSession({ pid: 1, sessionId: 's1', cwd: '/w', status, statusUpdatedAt: at, ...more });
const waits = (at: number, waitingFor = 'permission prompt', pid = 1) =>
  file(at, 'waiting', { waitingFor, pid });
const busy = (at: number) => file(at, 'busy');
const bash = { tool_name: 'Bash' };
const child = { agent_id: 'a', agent_type: 'Explore' };
const asks = hook(1000, 'PermissionRequest', { ...bash, ...child, pid: 1 });
const of = (...events: (Event | undefined)[]) => picture(agentOf(play(events).state, 's1', 'a'));
const asking = 'prompting permission: Permission for Bash';

const starts = [
  hook(1, 'UserPromptSubmit'),
  hook(2, 'PreToolUse', { tool_name: 'Agent', tool_use_id: 'c' }),
  hook(3, 'SubagentStart', child),
];
/** The call that started it ends at once. */
const leaves = [...starts, hook(4, 'PostToolUse', { tool_name: 'Agent', tool_use_id: 'c' })];
const letGo = (at: number): Event => ({
  id: `${asks.id}-escalated`,
  at,
  program: 'claude-code',
  session: 's1',
  child: { id: 'a' },
  evidence: 'hook',
  type: 'decisionSettled',
  decision: asks.id,
  outcome: 'escalated',
});

describe('a subagent whose dialog is on screen', () => {
  it.each([
    ['the file is read after the request', [asks, waits(1100)]],
    ['the file is read after the request, and is older', [asks, waits(990)]],
    ['the file is read before the request', [waits(990), asks]],
    ['the file is read before the request, and is newer', [waits(1100), asks]],
  ])('is answered there when the file, having said waiting, says busy: %s', (_, read) => {
    expect(of(...starts, ...read)).toBe(asking);
    expect(of(...starts, ...read, busy(2000))).toBe('working Bash');
    expect(of(...starts, ...read, file(2000, 'idle'))).toBe('working Bash');
  });

  it('is answered there also when its tool told of the dialog before the request', () => {
    const question = { tool_name: 'AskUserQuestion', ...child };
    const told = hook(900, 'PreToolUse', { ...question, tool_use_id: 'q' });
    const request = hook(1000, 'PermissionRequest', question);
    const read = [...starts, told, waits(950, 'input needed'), request];
    expect(of(...read)).toMatch(/^prompting question/);
    expect(of(...read, busy(2000))).toMatch(/^working/);
  });

  it('goes on asking while the file says busy all along, as it does when its dialog is held back', () => {
    expect(of(...starts, asks, busy(2000))).toBe(asking);
  });

  it('goes on asking when the file that says busy is older than its request', () => {
    expect(of(...starts, waits(980), asks, busy(990))).toBe(asking);
    expect(of(...starts, asks, waits(980), busy(990))).toBe(asking);
  });

  it("goes on asking when the dialog may be another's", () => {
    const other = hook(1200, 'PermissionRequest', bash);
    const second = hook(1050, 'PermissionRequest', { ...bash, agent_id: 'b' });
    expect(of(...starts, asks, waits(1100), other, busy(2000))).toBe(asking);
    expect(of(...starts, waits(1100), asks, other, busy(2000))).toBe(asking);
    expect(of(...starts, asks, other, waits(1300), busy(2000))).toBe(asking);
    expect(of(...starts, asks, second, waits(1100), busy(2000))).toBe(asking);
    expect(of(...starts, second, waits(1100), asks, busy(2000))).toBe(asking);
    const own = hook(1050, 'PermissionRequest', { tool_name: 'Edit', ...child });
    expect(of(...starts, asks, own, waits(1100), busy(2000))).toBe(asking);
  });

  it('is answered there also when another asks long after the file told of the dialog', () => {
    const other = hook(3000, 'PermissionRequest', bash);
    expect(of(...starts, asks, waits(1100), other, busy(4000))).toBe('working Bash');
    expect(of(...starts, waits(1100), asks, other, busy(4000))).toBe('working Bash');
  });

  it('goes on asking when the file can only mean something else', () => {
    expect(of(...starts, asks, waits(1100, 'input needed'), busy(2000))).toBe(asking);
    const later = hook(3000, 'PermissionRequest', { ...bash, ...child });
    expect(of(...starts, later, waits(1100), busy(4000))).toBe(asking);
    const elsewhere = waits(1100, 'permission prompt', 2);
    expect(of(...starts, asks, elsewhere, busy(2000))).toBe(asking);
    expect(of(...starts, elsewhere, asks, busy(2000))).toBe(asking);
  });

  it('goes on asking when only a notice of a hook came before its request', () => {
    const notice = hook(990, 'Notification', { notification_type: 'permission_prompt', message: 'm' });
    expect(of(...starts, notice, asks, busy(2000))).toBe(asking);
  });
});

describe('a subagent in the background', () => {
  it('asks while its request is held, then in the terminal, and is answered there', () => {
    const ended = hook(1050, 'Stop', { background_tasks: [{ id: 'a', type: 'subagent' }] });
    const held = [...leaves, hook(5, 'PostToolBatch'), asks, ended, busy(1060)];
    expect(of(...held)).toBe(asking);
    expect(of(...held, letGo(3000), waits(3040))).toBe(asking);
    expect(of(...held, waits(3040), letGo(3000))).toBe(asking);
    expect(of(...held, letGo(3000), waits(3040), busy(4000))).toBe('working Bash');
    expect(of(...held, waits(3040), letGo(3000), busy(4000))).toBe('working Bash');
  });

  it('goes on asking when a dialog was on screen before its request: its own is held back', () => {
    expect(of(...leaves, waits(990), asks, busy(2000))).toBe(asking);
    expect(of(...leaves, waits(1100), asks, busy(2000))).toBe(asking);
  });

  it('goes on asking then also while it is in a call itself, or its conversation in another one', () => {
    const own = hook(900, 'PreToolUse', { ...bash, ...child, tool_use_id: 'b' });
    expect(of(...leaves, own, waits(990), asks, busy(2000))).toBe(asking);
    const another = hook(900, 'PreToolUse', { ...bash, tool_use_id: 'd' });
    expect(of(...leaves, another, waits(990), asks, busy(2000))).toBe(asking);
  });
});

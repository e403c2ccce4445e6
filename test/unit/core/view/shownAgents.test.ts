import { describe, expect, it } from 'vitest';
import type { WindowFilter } from '../../../../src/core/view/shownAgents.ts';
import { shownAgents } from '../../../../src/core/view/shownAgents.ts';
import { hook, play } from '../../../support/claude.ts';

const { state } = play([
  hook(1, 'Stop', { session_id: 'mine', cwd: '/api/src' }),
  hook(1, 'Stop', { session_id: 'other', cwd: '/docs' }),
  hook(1, 'Stop', { session_id: 'unowned', cwd: '/tmp' }),
  hook(2, 'SubagentStart', { session_id: 'other', agent_id: 'x', cwd: '/api' }),
]);

function shown(more: Partial<WindowFilter> = {}, of = state): readonly string[] {
  const view = { folders: ['/api'], otherFolders: ['/docs'], all: false, forgotten: new Map(), ...more };
  return [...shownAgents(of, view).agents.keys()].map((id) => id.replace('claude-code:', ''));
}

describe('a window', () => {
  it("shows the agents of its folders and those of no window's, and subagents with their conversation", () => {
    expect(shown()).toEqual(['mine', 'unowned']);
  });

  it('shows the agents of all windows where that is wished', () => {
    expect(shown({ all: true })).toEqual(['mine', 'other', 'unowned', 'other/x']);
  });

  it("without folders shows what is nobody else's", () => {
    expect(shown({ folders: [] })).toEqual(['mine', 'unowned']);
  });

  it("shows what is in both its and another window's folder", () => {
    expect(shown({ otherFolders: ['/docs', '/'] })).toEqual(['mine']);
  });
});

describe('a conversation that was forgotten', () => {
  const forgotten = new Map([
    ['claude-code:mine', 1],
    ['claude-code:other', 2],
  ]);

  it('is not shown, nor are its subagents', () => {
    expect(shown({ all: true, forgotten })).toEqual(['unowned']);
  });

  it('comes back with the first news of it', () => {
    const later = play([hook(9, 'UserPromptSubmit', { session_id: 'mine', cwd: '/api' })], state).state;
    expect(shown({ forgotten }, later)).toEqual(['mine', 'unowned']);
  });

  it('comes back with the first news of it also after the clock was set back', () => {
    const before = new Map([['claude-code:mine', 3_600_000]]);
    expect(shown({ forgotten: before })).toEqual(['mine', 'unowned']);
  });
});

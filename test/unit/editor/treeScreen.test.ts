import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { folderRows } from '../../../src/core/view/treeRows.ts';
import { TreeScreen } from '../../../src/editor/treeScreen.ts';
import { hook, play } from '../../support/claude.ts';

const levels = {
  permission: 'notify',
  question: 'notify',
  plan: 'notify',
  failed: 'notify',
  died: 'notify',
  idle: 'off',
  run: 'notify',
} as const;
const tool = (name: string) => hook(2, 'PreToolUse', { tool_name: name });

describe('a tree on the screen', () => {
  let { state } = play([hook(1, 'UserPromptSubmit', { prompt: 'Go' })]);
  let looks = 0;
  let ticks = 0;
  const drawn: (string | readonly string[])[] = [];
  let screen = newScreen();

  function newScreen(): TreeScreen {
    return new TreeScreen({
      rows: (now) => {
        looks += 1;
        return folderRows({ state, now, placeOf: () => undefined, levels, canResume: () => false });
      },
      above: () => '',
      draw: (changes) => drawn.push(changes),
      tick: () => {
        ticks += 1;
      },
    });
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: 10 });
    [looks, ticks, drawn.length] = [0, 0, 0];
    screen = newScreen();
  });
  afterEach(() => {
    screen.dispose();
    vi.useRealTimers();
  });

  it('asks for no rows and has no timer while it is hidden', () => {
    screen.refresh();
    state = play([tool('Bash')], state).state;
    screen.refresh();
    expect({ looks, drawn, timers: vi.getTimerCount() }).toEqual({ looks: 0, drawn: [], timers: 0 });
  });

  it('is drawn in whole when it appears, and again every second, until it is hidden', () => {
    screen.show(true);
    screen.refresh();
    expect(drawn).toEqual(['all']);
    vi.advanceTimersByTime(3000);
    expect(ticks).toBe(3);
    screen.show(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('draws only what looks different', () => {
    screen.show(true);
    screen.refresh();
    expect(screen.refresh()).toBe(false);
    state = play([tool('Edit')], state).state;
    expect(screen.refresh()).toBe(true);
    expect(drawn).toEqual(['all', ['claude-code:s1']]);
  });

  it('has the rows of this moment for who asks before it is shown', () => {
    expect(screen.tops()).toEqual(['folder:/w']);
    expect(screen.rows.has('claude-code:s1')).toBe(true);
  });
});

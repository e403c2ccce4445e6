import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Event } from '../../../src/core/event/event.ts';
import { reduceRoster } from '../../../src/core/roster/reduceRoster.ts';
import { Roster } from '../../../src/core/roster/roster.ts';
import { usualLevels as levels } from '../../../src/core/view/notifyKinds.ts';
import { KeptRows } from '../../../src/core/view/rows/keptRows.ts';
import { ShownRoster } from '../../../src/core/view/shownRoster.ts';
import { TreeScreen } from '../../../src/editor/treeScreen.ts';
import { hook } from '../../support/claude.ts';

const tool = (name: string) => hook(2, 'PreToolUse', { tool_name: name });

describe('a tree on the screen', () => {
  const roster = new Roster();
  const shown = new ShownRoster(roster);
  const window = { folders: [], otherFolders: [], all: true, forgotten: new Map() };
  let looks = 0;
  let ticks = 0;
  const drawn: (string | readonly string[])[] = [];
  let screen = newScreen();
  tell(hook(1, 'UserPromptSubmit', { prompt: 'Go' }));

  function tell(event: Event): void {
    const step = reduceRoster(roster, event);
    roster.apply(step);
    shown.take(step);
  }

  function newScreen(): TreeScreen {
    const kept = new KeptRows(shown);
    return new TreeScreen(kept, {
      look: (now) => {
        looks += 1;
        shown.look(roster.runs, window);
        return kept.look({ now, placeOf: () => undefined, levels, canResume: () => false });
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
    tell(tool('Bash'));
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
    tell(tool('Edit'));
    expect(screen.refresh()).toBe(true);
    expect(drawn).toEqual(['all', ['claude-code:s1']]);
  });

  it('has the rows of this moment for who asks before it is shown', () => {
    expect(screen.tops()).toEqual(['folder:/w']);
    expect(screen.rows.has('claude-code:s1')).toBe(true);
  });
});

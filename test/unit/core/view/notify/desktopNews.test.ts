import { describe, expect, it } from 'vitest';
import { noOffers } from '../../../../../src/core/view/ask/offers.ts';
import type { NotificationEffect, Toast } from '../../../../../src/core/view/notifications.ts';
import type { DesktopInput, DesktopMemory } from '../../../../../src/core/view/notify/desktopNews.ts';
import { desktopNewsDue, noDesktopNews } from '../../../../../src/core/view/notify/desktopNews.ts';
import { usualDesktopKinds as kinds } from '../../../../../src/core/view/notifyKinds.ts';

const settings = { kinds, afterMs: 60_000, sound: true };
const withFailures = { ...settings, kinds: { ...kinds, failed: true } };

function toast(name: string, more: Partial<Toast> = {}): Toast {
  const about = {
    agent: `claude-code:${name}`,
    decision: name,
    kind: 'permission',
    offers: noOffers,
  } as const;
  return { key: `decision ${name}`, ...about, text: `${name} wants to run: ls`, isCut: false, ...more };
}

const told = (...toasts: readonly Toast[]): NotificationEffect[] =>
  toasts.map((one) => ({ type: 'showToast', toast: one }));
const over = (name: string): NotificationEffect => ({ type: 'withdraw', key: `decision ${name}` });

/** A window that nobody has looked at for a minute. */
function away() {
  let memory: DesktopMemory = noDesktopNews;
  const look = (effects: readonly NotificationEffect[], more: Partial<DesktopInput> = {}) => {
    const due = desktopNewsDue(memory, effects, {
      now: 100_000,
      focusedWindows: 0,
      settings,
      quiet: false,
      ...more,
    });
    memory = due.memory;
    return due.effects;
  };
  const words = (effects: readonly NotificationEffect[], more: Partial<DesktopInput> = {}) =>
    look(effects, more).map((effect) =>
      effect.type === 'notify' ? effect.notification.title : `withdraw ${effect.id}`,
    );
  look([], { now: 40_000 });
  return { look, words };
}

const permission = 'An agent asks for permission';

describe('an ask', () => {
  it('is told outside VS Code while no window has the focus, once', () => {
    const { look } = away();
    expect(look(told(toast('a')))).toEqual([
      {
        type: 'notify',
        notification: {
          id: 'decision a',
          title: permission,
          body: 'a wants to run: ls',
          sound: true,
          row: 'ask:a',
        },
      },
    ]);
    expect(look([])).toEqual([]);
    expect(look(told(toast('a')), { now: 500_000 })).toEqual([]);
  });

  it('is not told at once while any window has the focus, and then when it stays unanswered', () => {
    const { words } = away();
    const focusedWindows = 1;
    expect(words(told(toast('a')), { focusedWindows })).toEqual([]);
    expect(words([], { focusedWindows, now: 159_999 })).toEqual([]);
    expect(words([], { focusedWindows, now: 160_000 })).toEqual([permission]);
  });

  it('is told when the last window loses the focus, and not between two windows', () => {
    const { words } = away();
    expect(words(told(toast('a')), { focusedWindows: 1 })).toEqual([]);
    expect(words([], { now: 101_000 })).toEqual([]);
    expect(words([], { now: 102_000, focusedWindows: 1 })).toEqual([]);
    expect(words([], { now: 103_000 })).toEqual([]);
    expect(words([], { now: 106_000 })).toEqual([permission]);
  });

  it('is taken back when it is over, also before it was told', () => {
    const { words } = away();
    words(told(toast('a')));
    expect(words([over('a')])).toEqual(['withdraw decision a']);
    words(told(toast('b')), { focusedWindows: 1 });
    expect(words([over('b')], { focusedWindows: 1 })).toEqual([]);
    expect(words([], { now: 900_000 })).toEqual([]);
  });

  it('waits for the end of quiet hours and of a snooze', () => {
    const { words } = away();
    expect(words(told(toast('a')), { quiet: true })).toEqual([]);
    expect(words([])).toEqual([permission]);
  });

  it('of a kind that is switched off is not told', () => {
    const { words } = away();
    const off = { ...settings, kinds: { ...kinds, permission: false } };
    expect(words(told(toast('a'), toast('b', { kind: 'plan' })), { settings: off })).toEqual([
      'An agent has a plan',
    ]);
  });

  it('that gets its request after its notice was told is the same', () => {
    const { words } = away();
    expect(words(told(toast('a', { key: 'notice a' })))).toEqual([permission]);
    expect(words([{ type: 'withdraw', key: 'notice a' }, ...told(toast('a'))])).toEqual([]);
    expect(words([over('a')])).toEqual(['withdraw notice a']);
  });

  it('is told as well after the clock was set back', () => {
    const { words } = away();
    words(told(toast('a')), { focusedWindows: 1 });
    expect(words([], { focusedWindows: 1, now: 1000 })).toEqual([]);
    expect(words([], { focusedWindows: 1, now: 61_000 })).toEqual([permission]);
  });
});

describe('several at a moment', () => {
  it('are up to three notifications with one sound', () => {
    const sounds = away()
      .look(told(toast('a'), toast('b'), toast('c')))
      .map((effect) => effect.type === 'notify' && effect.notification.sound);
    expect(sounds).toEqual([true, false, false]);
    const silent = { ...settings, sound: false };
    expect(away().look(told(toast('a')), { settings: silent })).toMatchObject([
      { notification: { sound: false } },
    ]);
  });

  it('are one where they are more, which goes with the last of them', () => {
    const { look, words } = away();
    const four = ['a', 'b', 'c', 'd'].map((name) => toast(name));
    expect(look([{ type: 'showBatch', kind: 'needy', told: four }])).toMatchObject([
      {
        notification: {
          title: '4 agents need you',
          body: 'a wants to run: ls\nb wants to run: ls\nc wants to run: ls\nand 1 more',
          row: 'ask:a',
        },
      },
    ]);
    expect(words([over('a'), over('b'), over('c')])).toEqual([]);
    expect(words([over('d')])).toHaveLength(1);
  });
});

describe('what is no ask', () => {
  const failed = toast('a', { key: 'failed a', kind: 'failed' });

  it('is told only where the person wants it', () => {
    expect(away().words(told(failed))).toEqual([]);
    expect(away().words(told(failed), { settings: withFailures })).toEqual(['An agent failed']);
    const atOnce = { ...withFailures, afterMs: 0 };
    expect(away().words(told(failed), { settings: atOnce })).toEqual(['An agent failed']);
  });

  it('is no news any more when it was told in VS Code a while ago', () => {
    const { words } = away();
    words(told(failed), { settings: withFailures, focusedWindows: 1 });
    expect(words([], { settings: withFailures, focusedWindows: 1, now: 161_000 })).toEqual([]);
    words([], { settings: withFailures, now: 162_000 });
    expect(words([], { settings: withFailures, now: 200_000 })).toEqual([]);
  });

  it('shows the row of its agent or its run', () => {
    const { look } = away();
    const { decision: _, ...died } = toast('b', { kind: 'failed' });
    const run = { ...died, key: 'run r failed', failedRun: 'r' };
    const rows = look(told(died, run), { settings: withFailures }).map(
      (effect) => effect.type === 'notify' && effect.notification.row,
    );
    expect(rows).toEqual(['claude-code:b', 'run:r']);
  });
});

import { describe, expect, it } from 'vitest';
import { noAgents } from '../../../../../src/core/roster/agentsState.ts';
import { snoozedUntil, snoozeMs } from '../../../../../src/core/view/notify/snooze.ts';
import { usualLevels as levels } from '../../../../../src/core/view/notifyKinds.ts';
import { statusBarView } from '../../../../../src/core/view/statusBarView.ts';

describe('a snooze', () => {
  it('lasts an hour at most', () => {
    expect(snoozedUntil(1000, 999)).toBe(1000);
    expect(snoozedUntil(1000, 1000)).toBeUndefined();
    expect(snoozedUntil(undefined, 1000)).toBeUndefined();
    expect(snoozedUntil(1001 + snoozeMs, 1000)).toBeUndefined();
  });

  it('is in the status bar, with the way back, also where there is nothing else', () => {
    expect(statusBarView(noAgents, { levels, snoozed: '15:40' })).toMatchObject({
      text: '$(bell-slash) until 15:40',
      words: 'Beckon: snoozed until 15:40',
      hidden: false,
      warns: false,
      tooltip: expect.stringContaining(
        'Notifications are snoozed until 15:40. [End Snooze](command:beckon.endSnooze',
      ),
    });
  });
});

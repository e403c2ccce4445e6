import { describe, expect, it } from 'vitest';
import { isOurHandler } from '../../../../src/core/settings/ourHandler.ts';
import { insertEntries } from '../../../../src/core/settings/settingsEdit.ts';
import { wantedQwenEntries } from '../../../../src/programs/qwenCode/pure/entries.ts';
import { settings } from '../../../../src/programs/qwenCode/pure/settings.ts';

const relay = '/home/ada/.beckon/bin/qwen-code';

describe('the entries of Qwen Code', () => {
  const { entries } = wantedQwenEntries('local', relay);
  const timeoutAt = (event: string) => entries.find((one) => one.event === event)?.handler.timeout;

  it('put the relay in the place of the shell, so that Qwen Code itself is seen to have called it', () => {
    expect(entries[0]?.handler.command).toBe(`exec ${relay} SessionStart`);
    const [odd] = wantedQwenEntries('user', "/home/ada l'o/bin/qwen-code").entries;
    expect(odd?.handler.command).toBe(String.raw`exec '/home/ada l'\''o/bin/qwen-code' SessionStart`);
  });

  it('name the relay alone to a shell of Windows', () => {
    const windows = String.raw`C:\Users\Ada L\.beckon\bin\qwen-code.cmd`;
    const wanted = wantedQwenEntries('user', windows);
    expect(wanted.entries[0]?.handler.command).toBe(`"${windows}" SessionStart`);
    expect(wanted.entries.every(({ handler }) => isOurHandler(handler, wanted))).toBe(true);
  });

  // 86400 would be a minute and a half: newer versions take less than a thousand for seconds.
  it('have their timeouts in milliseconds, which every version takes for that', () => {
    expect(['PermissionRequest', 'Stop', 'Notification'].map(timeoutAt)).toEqual([
      86_400_000, 660_000, 30_000,
    ]);
    expect(entries.every(({ handler }) => Number(handler.timeout) >= 1000)).toBe(true);
  });

  it('are not written where there are comments, which Qwen Code itself reads', () => {
    expect(insertEntries('{ // mine\n}', wantedQwenEntries('local', relay))).toMatchObject({
      code: 'comment',
      message: 'has a comment, and Beckon changes plain JSON only',
    });
  });
});

describe('the settings of Qwen Code', () => {
  it('say whether all hooks are off', () => {
    const off = (value: unknown) => settings.switches?.(value).off;
    expect([off({ disableAllHooks: true }), off({ disableAllHooks: false }), off({})]).toEqual([
      { key: 'disableAllHooks', is: true },
      { key: 'disableAllHooks', is: false },
      undefined,
    ]);
  });

  it('are read also where a hook in them does not fit', () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command' }] }] };
    expect(settings.problems({ hooks })).toEqual({
      whole: undefined,
      values: ['hooks.Stop.0.hooks.0.command'],
    });
  });
});

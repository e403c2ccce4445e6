import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCodexConfig } from '../../../../src/programs/codex/pure/configFile.ts';
import { standingHooks } from '../../../../src/programs/codex/pure/hookState.ts';

describe('the configuration of Codex', () => {
  it('tells which folders are trusted and which hooks were reviewed or switched off', () => {
    const text = [
      'model = "m" # [projects."/commented"]',
      '[projects."/w/a \\"b\\""]',
      'trust_level = "trusted"',
      "[projects.'/w/c']",
      'trust_level = "untrusted" # for now',
      '[hooks.state]',
      '[hooks.state."/w/.codex/hooks.json:stop:0:0"]',
      'trusted_hash = "sha256:1"',
      '[hooks.state."/w/.codex/hooks.json:stop:1:0"]',
      'enabled = false',
      '[features]',
      'hooks = false',
    ].join('\r\n');
    const { folders, reviewed, disabled, hooksOff } = readCodexConfig(text);
    expect([...folders]).toEqual([
      ['/w/a "b"', true],
      ['/w/c', false],
    ]);
    expect([...reviewed]).toEqual([['/w/.codex/hooks.json:stop:0:0', 'sha256:1']]);
    expect([...disabled]).toEqual(['/w/.codex/hooks.json:stop:1:0']);
    expect(hooksOff).toBe(true);
  });

  it.each([
    '',
    'features.hooks = true',
    '[features',
    '[projects.[x]]\ntrust_level = "trusted"',
    '[[a]]\nhooks = false',
  ])('says nothing where it says nothing that is known: %j', (text) => {
    const { folders, reviewed, disabled, hooksOff } = readCodexConfig(text);
    expect([folders.size, reviewed.size, disabled.size, hooksOff]).toEqual([0, 0, 0, false]);
  });
});

describe('the hooks that stand in a file', () => {
  const handler = (command: string) => ({ type: 'command', command, timeout: 60 });

  it('have keys by their place, and the hash that Codex 0.169.0 notes when they are reviewed', () => {
    const command = '/home/ada/.beckon/bin/codex PreToolUse';
    const groups = [{ hooks: [handler('mine')] }, { hooks: [handler('other'), handler(command)] }];
    const hooks = standingHooks('/w/hooks.json', { hooks: { PreToolUse: groups } });
    expect(hooks.map(({ key }) => key)).toEqual([
      '/w/hooks.json:pre_tool_use:0:0',
      '/w/hooks.json:pre_tool_use:1:0',
      '/w/hooks.json:pre_tool_use:1:1',
    ]);
    expect(
      createHash('sha256')
        .update(hooks[2]?.identity ?? '')
        .digest('hex'),
    ).toBe('25f36c01e25fcc2303abc9c5c0d995e3c4326dde4e74f923b5d1272760f73212');
  });

  it.each([null, [], { hooks: [] }, { hooks: { Stop: [{}, { hooks: 7 }, 'x'] } }])(
    'are none in %j',
    (parsed) => {
      expect(standingHooks('/w/hooks.json', parsed)).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { servingFile } from '../../../../src/core/settings/entryHealth.ts';
import { healthStates } from '../../../../src/core/settings/health.ts';
import type { HealthFacts, SettingsFact } from '../../../../src/core/settings/healthFacts.ts';
import { installEntries } from '../../../../src/core/settings/installEntries.ts';
import { wantedClaudeEntries } from '../../../../src/programs/claudeCode/pure/entries.ts';
import { claudeCodeHere } from '../../../support/programs.ts';

const relay = '/home/ada/.beckon/bin/claude-code';
const version = '2.1.139';
const wanted = wantedClaudeEntries('local', relay, version);
const full = installEntries('{}', wanted);
const complete = 'text' in full ? full.text : '';

const fact = (text: string, file = '/w/.claude/settings.local.json'): SettingsFact => ({
  file,
  sight: { kind: 'text', text },
});
const absent: SettingsFact = { file: '/w/.claude/settings.local.json', sight: { kind: 'absent' } };

const healthy: HealthFacts = {
  target: fact(complete),
  stand: [],
  managed: [],
  order: [],
  wanted,
  version,
  program: claudeCodeHere,
  isHere: true,
  recorded: true,
  relay: 'there',
  relayFile: relay,
  trust: 'trusted',
  folder: '/w',
  git: 'ignored',
  options: ' --workspace /w',
  agentOption: '',
};
const names = (facts: Partial<HealthFacts>) => healthStates({ ...healthy, ...facts }).map(({ name }) => name);
const edited = (from: string, to: string) => fact(complete.replace(from, to));

describe('health', () => {
  it('is well with complete entries, a relay and trust', () => {
    expect(healthStates(healthy)).toEqual([]);
    expect(names({ trust: 'unknown' })).toEqual([]);
  });

  it.each<[string, Partial<HealthFacts>]>([
    ['program-missing', { isHere: false }],
    ['not-installed', { target: absent, recorded: false }],
    ['not-installed', { target: fact('{"hooks":{}}'), recorded: false }],
    ['lost', { target: absent }],
    ['lost', { target: fact('{}') }],
    ['edited', { target: edited('"timeout": 30', '"timeout": 31') }],
    ['edited', { target: edited('"Stop": [', '"TaskCompleted": [') }],
    ['unknown-event', { version: '2.1.80', wanted: wantedClaudeEntries('local', relay, '2.1.80') }],
    ['disableAllHooks', { order: [fact('{"disableAllHooks":true}')] }],
    [
      'disableAllHooks',
      { managed: [fact('{"disableAllHooks":true}')], order: [fact('{"disableAllHooks":false}')] },
    ],
    ['managed-only', { managed: [fact('{"allowManagedHooksOnly":true}')] }],
    ['managed-only', { managed: [fact('{"strictPluginOnlyCustomization":true}')] }],
    ['managed-only', { managed: [fact('{"strictPluginOnlyCustomization":["skills","hooks"]}')] }],
    ['unreadable', { target: fact('{"a":1,}') }],
    [
      'unreadable',
      { target: { file: '/f', sight: { kind: 'refused', refusal: { code: 'unreadable', message: 'x' } } } },
    ],
    ['unreadable', { target: edited('"timeout": 30', '"timeout": -1') }],
    ['untrusted-folder', { trust: 'untrusted' }],
    ['unreviewed', { trust: 'unreviewed' }],
    ['relay-missing', { relay: 'missing' }],
    ['relay-missing', { relay: 'not-executable' }],
    ['other-home', { otherHome: '/elsewhere' }],
    ['tracked-file', { git: 'tracked' }],
    ['not-excluded', { git: 'plain' }],
    ['exclude-refused', { git: 'plain', excludeRefusal: { why: 'x is a link', fix: 'y' } }],
    [
      'foreign-link',
      {
        target: {
          ...absent,
          sight: { kind: 'refused', refusal: { code: 'foreign-link', message: 'is a link', fix: 'y' } },
        },
      },
    ],
    ['unknown-event', { target: edited('"hooks": {', '"hooks": { "Stopp": [],') }],
    ['unknown-event', { target: fact('{"hooks":{"Stopp":[]}}') }],
  ])('names %s, with %j', (name, facts) => {
    const states = healthStates({ ...healthy, ...facts });
    expect(states.map((state) => state.name)).toContain(name);
    for (const { message, fix } of states) {
      expect(message).toMatch(/^\S.*\.$/u);
      expect(fix).not.toBe('');
    }
  });

  it('says of a file that cannot be read whether an install ever wrote it', () => {
    const found = (recorded: boolean) => healthStates({ ...healthy, target: fact('{"a":1,}'), recorded });
    expect(found(false)).toMatchObject([{ name: 'unreadable', neverWritten: true }]);
    expect(found(true)).not.toMatchObject([{ neverWritten: true }]);
  });

  it('begins with what to do where entries wait for a review', () => {
    const [state] = healthStates({ ...healthy, trust: 'unreviewed' });
    expect(state?.message).toBe(
      'Review the entries in Claude Code: when it starts, say that it may run them. Until then it does not run those in /w/.claude/settings.local.json.',
    );
  });

  it('fixes what another home gets for the program that is meant', () => {
    const [state] = healthStates({ ...healthy, otherHome: '/elsewhere', agentOption: ' --agent parrot' });
    expect(state?.fix).toBe('unset BECKON_HOME, or beckon install --agent parrot --workspace /w');
  });

  it('tells an entry that is lost from one that only a newer Claude Code wants', () => {
    const newer = { ...healthy, version: '2.1.325', wanted: wantedClaudeEntries('local', relay, '2.1.325') };
    const message = '/w/.claude/settings.local.json has no entry for PostModelSwitch';
    const fix = 'beckon install --workspace /w';
    expect(healthStates(newer)).toEqual([{ name: 'lost', message: `${message}.`, fix }]);
    expect(healthStates({ ...newer, written: complete, writtenFor: version })).toEqual([
      { name: 'outdated', message: `${message}, which Claude Code knows now.`, fix },
    ]);
    // An install of today: versions come and go while Claude Code updates itself.
    const today = { ...newer, written: complete, writtenFor: version, writtenMsAgo: 5 * 60 * 1000 };
    expect(healthStates(today)).toEqual([]);
    expect(names({ ...today, writtenMsAgo: 25 * 60 * 60 * 1000 })).toEqual(['outdated']);
    // An install that knew of no version.
    expect(healthStates({ ...newer, written: complete })).toEqual([]);
    const without = fact(complete.replace('"Stop": [', '"Stop": [], "x": ['));
    expect(names({ ...newer, written: complete, target: without })).toContain('lost');
  });

  it('does not call an entry wrong when the Claude Code that knows it has ended', () => {
    const newer = installEntries('{}', wantedClaudeEntries('local', relay, '2.1.325'));
    const target = fact('text' in newer ? newer.text : '');
    expect(names({ target, version: undefined, wanted: wantedClaudeEntries('local', relay) })).toEqual([]);
    expect(names({ target })).toEqual(['unknown-event']);
  });

  it('names the file that is to be mended by hand, and where', () => {
    const places = (facts: Partial<HealthFacts>) =>
      healthStates({ ...healthy, ...facts }).map(({ at }) => at);
    const file = '/w/.claude/settings.local.json';
    expect(places({ target: fact('{\n "a": 1,\n}') })).toEqual([{ file, line: 3, column: 1 }]);
    expect(places({ order: [fact('{"disableAllHooks":true}', '/home/s.json')] })).toEqual([
      { file: '/home/s.json' },
    ]);
    expect(places({ target: absent })).toEqual([undefined]);
  });

  it('says where a file breaks', () => {
    const [state] = healthStates({ ...healthy, target: fact('{\n "a": 1,\n}') });
    expect(state?.message).toMatch(/^\/w\/\.claude\/settings\.local\.json:3:1 has a trailing comma/u);
  });

  it('lets the highest file say whether hooks are off', () => {
    expect(names({ order: [fact('{"disableAllHooks":false}'), fact('{"disableAllHooks":true}')] })).toEqual(
      [],
    );
  });

  it('is well where the administrator allows hooks, or is strict about other things', () => {
    const allows = [
      '{"strictPluginOnlyCustomization":["skills"]}',
      '{"strictPluginOnlyCustomization":false,"allowManagedHooksOnly":false}',
    ];
    for (const text of allows) {
      expect(names({ managed: [fact(text)], order: [] })).toEqual([]);
    }
  });

  it('is well in a worktree whose main checkout has the entries', () => {
    const stand = [fact(complete, '/main/.claude/settings.local.json')];
    expect(names({ target: absent, recorded: false, stand })).toEqual([]);
    expect(names({ target: absent, recorded: false, stand: [fact('{}')] })).toEqual(['not-installed']);
  });

  it("is well in a worktree while the main checkout's entries are only older than an event", () => {
    const newer = { version: '2.1.325', wanted: wantedClaudeEntries('local', relay, '2.1.325') };
    const served = (text: string) =>
      names({ ...newer, target: absent, recorded: false, stand: [fact(text)] });
    expect(served(complete)).toEqual([]);
    expect(served(complete.replace('"Stop": [', '"Stop": [], "x": ['))).toEqual(['not-installed']);
  });

  it('is not served by a file that Claude Code skips, and says which one serves', () => {
    const serves = (text: string) => ({
      ...healthy,
      target: absent,
      recorded: false,
      stand: [fact(text, '/top')],
    });
    expect(servingFile(serves(complete))).toBe('/top');
    const skipped = complete.replace('{', '{ "model": 1,');
    expect(names(serves(skipped))).toEqual(['not-installed']);
    expect(servingFile(serves(skipped))).toBeUndefined();
    expect(servingFile(healthy)).toBeUndefined();
  });

  it('tells a value that Claude Code skips from a file that it skips', () => {
    const bad = '"Stop": [{ "hooks": [{ "type": "command", "command": "x", "timeout": -1 }] },';
    const text = complete.replace('"Stop": [', bad);
    const messages = (target: SettingsFact) =>
      healthStates({ ...healthy, target }).map(({ message, fix }) => [message, fix]);
    const begin = '/w/.claude/settings.local.json is not what Claude Code expects at';
    expect(messages(fact(text))).toEqual([
      [
        `${begin} hooks.Stop.0.hooks.0.timeout, so it skips that value.`,
        'correct hooks.Stop.0.hooks.0.timeout',
      ],
    ]);
    expect(messages(fact(text.replace('{', '{ "env": { "A": 1 },')))).toEqual([
      [`${begin} env.A, so it skips the whole file.`, 'correct env.A'],
    ]);
    const stand = [fact(text, '/top')];
    expect(servingFile({ ...healthy, target: absent, stand })).toBe('/top');
  });

  it('does not count a file that Claude Code skips among those that switch hooks off', () => {
    expect(names({ order: [fact('{"disableAllHooks":true,"model":1}')] })).toEqual([]);
    expect(
      names({ order: [fact('{"disableAllHooks":false,"hooks":[]}'), fact('{"disableAllHooks":true}')] }),
    ).toEqual(['disableAllHooks']);
  });

  it('does not mind that git shows a file without entries', () => {
    const stand = [fact(complete, '/top')];
    expect(names({ target: fact('{}'), recorded: false, stand, git: 'plain' })).toEqual([]);
  });

  it('does not blame the version where it is not known', () => {
    expect(names({ version: undefined })).toEqual([]);
  });
});
